import { Clapperboard, RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { markListed, useAwaitedFiles, useChosenOrder } from './chosen-files.ts'
import { ProjectRow } from './project-row.tsx'
import { useProjects } from './queries.ts'

/** "My videos": all videos of the user, newest first; files chosen together keep their order. */
export function ProjectList() {
  const projects = useProjects()
  const ordered = useChosenOrder(projects.data)
  const isAwaiting = useAwaitedFiles().length > 0
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (projects.data) markListed(new Set(projects.data.map(({ id }) => id)))
  }, [projects.data])
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="my-videos" className="outline-none">
      <h2 id="my-videos" className="mb-4 text-2xl">
        My videos
      </h2>
      {projects.isPending && <Placeholders />}
      {projects.isError && (
        <Notice
          tone="error"
          title="We couldn’t load your videos"
          actions={
            <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void projects.refetch()}>
              Try again
            </Button>
          }
        >
          {projects.error.message}
        </Notice>
      )}
      {ordered?.length === 0 && !isAwaiting && (
        <EmptyState picture={<Clapperboard className="size-8" strokeWidth={1.5} />} title="No videos yet">
          Your first video appears here once you drop it above.
        </EmptyState>
      )}
      {ordered && ordered.length > 0 && (
        <ul className="border-t border-border">
          {ordered.map((project) => (
            <ProjectRow key={project.id} project={project} onDeleted={() => section.current?.focus()} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Placeholders() {
  return (
    <div role="status" aria-label="Loading your videos" className="grid gap-4 border-t border-border pt-4">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-4">
          <Skeleton className="h-15 w-21 shrink-0 sm:h-20 sm:w-28" />
          <div className="grid grow gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  )
}
