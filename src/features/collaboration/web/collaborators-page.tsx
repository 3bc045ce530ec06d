import { Users } from 'lucide-react'
import { Link } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { may, PLANS, seatsOf } from '#features/billing/model/index.ts'
import { buttonLook } from '#ui/button-look.ts'
import { EmptyState } from '#ui/empty-state.tsx'

/** /collaborators: who may work on the user's videos, on the plans that have it (product §8). */
export function CollaboratorsPage() {
  const { data: account } = useAccount()
  if (!account) return null
  return (
    <div className="mx-auto max-w-4xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-3xl sm:text-4xl">Collaborators</h1>
      <p className="mt-2 max-w-[60ch] text-muted">
        Editors and viewers who work on your videos with you. They see your projects, never your billing.
      </p>
      <div className="mt-8">
        {may(account.plan, 'inviteCollaborators') ? <Seats seats={seatsOf(account.plan)} /> : <NotOnThisPlan />}
      </div>
    </div>
  )
}

function Seats({ seats }: { seats: number | null }) {
  const room = seats === null ? 'as many people as your contract says' : `up to ${seats} people`
  return (
    <EmptyState picture={<Users className="size-8" strokeWidth={1.5} />} title="You work alone so far">
      {`Your plan has room for ${room}. Nobody has access to your videos but you.`}
    </EmptyState>
  )
}

function NotOnThisPlan() {
  const pro = PLANS.pro.collaborators
  const premium = PLANS.premium.collaborators
  return (
    <EmptyState
      picture={<Users className="size-8" strokeWidth={1.5} />}
      title="Collaborators come with Pro"
      action={
        <Link to="/pricing" className={buttonLook({ variant: 'primary' })}>
          See the plans
        </Link>
      }
    >
      Pro has room for {pro} people beside you, Premium for {premium}, Enterprise for as many as you agree on.
    </EmptyState>
  )
}
