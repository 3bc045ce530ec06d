import { Users } from 'lucide-react'
import { PlansLink, useOffers } from '#features/billing/web/index.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { EmptyState } from '#ui/empty-state.tsx'

/** Explains collaborators, and lists the plans with their seats as the operator set them. */
export function NoSeats() {
  const sells = useIsSelling()
  const offers = useOffers()
  const plans = (offers.data?.plans ?? []).filter(({ collaborators }) => collaborators !== 0)
  const [first] = plans
  if (!sells) return <EmptyState title="This site has no collaborators">Videos belong to one person here.</EmptyState>
  return (
    <EmptyState
      picture={<Users className="size-8" strokeWidth={1.5} />}
      title={first === undefined ? 'Your plan has no collaborators' : `Collaborators come with ${titleOf(first)}`}
      action={<PlansLink button={{ variant: 'primary' }} />}
    >
      Invite people by e-mail to open your videos with their own account. Editors change captions and export, suggesters
      suggest edits, reviewers comment, and viewers watch. {seatsText(plans)}
    </EmptyState>
  )
}

type Seats = { readonly name: string; readonly collaborators: number | null }

/** 'Pro has room for 3 people beside you, Premium for 10, Enterprise for as many as you agree on.' */
function seatsText(plans: readonly Seats[]): string {
  const words = plans.map((plan, at) => {
    const many = plan.collaborators ?? 'as many as you agree on'
    if (at > 0) return `${titleOf(plan)} for ${many}`
    const people = typeof many === 'number' ? pluralize(many, 'person', 'people') : many
    return `${titleOf(plan)} has room for ${people}${typeof many === 'number' ? ' beside you' : ''}`
  })
  return words.length === 0 ? '' : `${words.join(', ')}.`
}

function titleOf({ name }: Seats): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
