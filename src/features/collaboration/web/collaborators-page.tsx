import { RotateCw, Users } from 'lucide-react'
import { PlansLink } from '#features/billing/web/index.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Team } from '../model/contract.ts'
import { CollaboratorList } from './collaborator-list.tsx'
import { DomainLinkForm } from './domain-link-form.tsx'
import { InviteForm } from './invite-form.tsx'
import { InvitationList } from './invitation-list.tsx'
import { Memberships } from './memberships.tsx'
import { NoSeats } from './no-seats.tsx'
import { useTeam } from './queries.ts'

/** /collaborators: who works on the user's videos, and on whose videos the user works (product §8). */
export function CollaboratorsPage() {
  const sells = useIsSelling()
  const team = useTeam()
  return (
    <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="text-2xl sm:text-3xl">Collaborators</h1>
      <p className="mt-2 max-w-[60ch] text-muted">
        Editors, suggesters, reviewers and viewers of your videos. They see your projects
        {sells && ', never your billing'}.
      </p>
      <div className="mt-8 grid grid-cols-1 gap-10">
        {team.isPending && <Loading />}
        {team.isError && (
          <Notice
            tone="error"
            title="We couldn’t load your collaborators"
            actions={
              <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void team.refetch()}>
                Try again
              </Button>
            }
          >
            {team.error.message}
          </Notice>
        )}
        {team.data && <OwnTeam team={team.data} />}
        <Memberships />
      </div>
    </div>
  )
}

function OwnTeam({ team }: { team: Team }) {
  const { seats, collaborators, invitations, domainLink } = team
  const nobody = collaborators.length === 0 && invitations.length === 0
  if (seats === 0 && nobody && domainLink === null) return <NoSeats />
  return (
    <>
      {seats === 0 ? <PlanIsOver /> : <InviteForm team={team} />}
      {(seats !== 0 || domainLink !== null) && <DomainLinkForm team={team} />}
      {collaborators.length > 0 && <CollaboratorList team={team} />}
      {invitations.length > 0 && <InvitationList invitations={invitations} />}
      {nobody && seats !== 0 && (
        <EmptyState picture={<Users className="size-8" strokeWidth={1.5} />} title="No collaborators yet">
          Only you have access to your videos. People you invite appear here.
        </EmptyState>
      )}
    </>
  )
}

function PlanIsOver() {
  const sells = useIsSelling()
  if (!sells) {
    return (
      <Notice tone="warning" title="This site has no collaborators">
        Your collaborators are suspended, not removed.
      </Notice>
    )
  }
  return (
    <Notice tone="warning" title="Your plan has no collaborators" actions={<PlansLink />}>
      Your collaborators are suspended, not removed. They regain access with a plan that has seats.
    </Notice>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your collaborators" className="grid gap-4">
      <Skeleton className="h-32" />
      {[1, 2].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  )
}
