import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { LeaveButton, MembershipTag } from '#features/collaboration/web/index.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Project, SharedVideos as Shared } from '../../model/contract.ts'
import { type ListedVideo, ProjectRow } from './project-row.tsx'
import type { useSharedVideos } from '../queries.ts'

type SharedVideosProps = {
  shared: ReturnType<typeof useSharedVideos>
  arrange: (videos: readonly Project[]) => readonly Project[]
  /** The list is narrowed: owners without a match are left out. */
  isNarrowed: boolean
  rowOf: (project: Project) => ListedVideo
}

/** The videos others share with the user, a section per owner; nothing if there are none. */
export function SharedVideos({ shared, arrange, isNarrowed, rowOf }: SharedVideosProps) {
  if (shared.isError && shared.data === undefined) {
    return (
      <Notice
        tone="error"
        title="We couldn’t load the videos others share with you"
        actions={
          <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void shared.refetch()}>
            Try again
          </Button>
        }
      >
        {shared.error.message}
      </Notice>
    )
  }
  return shared.data?.map((owner) => {
    const projects = arrange(owner.projects)
    if (isNarrowed && projects.length === 0) return null
    return (
      <OfOwner key={owner.ownerId} shared={owner}>
        {projects.map((project) => (
          <ProjectRow key={project.id} {...rowOf(project)} />
        ))}
      </OfOwner>
    )
  })
}

function OfOwner({ shared, children }: { shared: Shared; children: readonly ReactNode[] }) {
  const { ownerId, ownerName, suspended } = shared
  return (
    <section aria-labelledby={`shared-${ownerId}`} className="mt-5">
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 id={`shared-${ownerId}`} className="min-w-0 text-xl wrap-anywhere">
          Shared with you by {ownerName}
        </h3>
        <MembershipTag membership={shared} />
        <div className="ml-auto">
          <LeaveButton membership={shared} />
        </div>
      </div>
      {suspended && (
        <p className="border-t border-border py-4 wrap-anywhere text-muted">
          {ownerName} has no seat for you right now. Their videos come back once they do.
        </p>
      )}
      {!suspended && children.length === 0 && (
        <p className="border-t border-border py-4 wrap-anywhere text-muted">{ownerName} has no videos yet.</p>
      )}
      {children.length > 0 && <ul className="border-t border-border">{children}</ul>}
    </section>
  )
}
