import { skipToken, useQuery } from '@tanstack/react-query'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import type { OperatorUser } from '../../model/operator-contract.ts'
import { useSells } from '#platform/web/use-site.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import { CreditMovements } from './credit-movements.tsx'
import { QueryState } from './query-state.tsx'
import { operatorQueries } from './operator-queries.ts'
import { nameOf } from './labels.ts'
import { PageHead } from './page-head.tsx'
import { Payments } from './payments.tsx'
import { useFilters } from './use-filters.ts'

/** /operator/users: one user, found by address, with credits and payments. */
export function OperatorUsersPage() {
  const sells = useSells()
  const filters = useFilters()
  const email = filters.of('email')
  const query = useQuery(
    operatorQueries.user.queryOptions({ input: email === undefined ? skipToken : { email }, staleTime: 0 }),
  )
  return (
    <>
      <PageHead
        title="Users"
        lead={sells ? 'A user’s credits and payments, found by e-mail address.' : 'A user, found by e-mail address.'}
      />
      <form
        method="post"
        role="search"
        className="mb-6 flex max-w-xl items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const entered = new FormData(event.currentTarget).get('email')
          filters.set({ email: typeof entered === 'string' ? entered.trim() : '' })
        }}
      >
        <div className="grow">
          <TextField
            key={email}
            name="email"
            type="email"
            label="E-mail"
            autoCapitalize="none"
            maxLength={254}
            defaultValue={email}
          />
        </div>
        <Button type="submit">Find</Button>
      </form>
      {email === undefined ? (
        <EmptyState title="No user selected">Enter the complete address of the account.</EmptyState>
      ) : (
        <QueryState query={query}>
          {(user) =>
            user === null ? (
              <EmptyState title="No user found">Check the spelling of the address.</EmptyState>
            ) : (
              <User user={user} />
            )
          }
        </QueryState>
      )}
    </>
  )
}

function User({ user }: { user: OperatorUser }) {
  const sells = useSells()
  const facts = [
    ...(sells
      ? [
          { term: 'Plan', is: nameOf(user.plan) },
          { term: 'Credits', is: `${formatNumber(user.available)} to spend, ${formatNumber(user.held)} held` },
        ]
      : []),
    { term: 'Since', is: formatMoment(user.createdAt) },
    { term: 'Downloads', is: String(user.downloadCount) },
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Card as="section" size="sm" aria-label="Account">
        <h2 className="flex flex-wrap items-center gap-2 text-xl">
          <span className="min-w-0 break-all">{user.displayName || user.email}</span>
          {sells && user.isAffiliate && <Badge tone="accent">Affiliate</Badge>}
          {!user.emailVerified && <Badge tone="warning">Address not confirmed</Badge>}
        </h2>
        <p className="text-sm break-all text-faint">{user.email}</p>
        <dl className="tabular mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {facts.map(({ term, is }) => (
            <div key={term}>
              <dt className="text-sm text-faint">{term}</dt>
              <dd>{is}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {sells && <CreditMovements user={user} />}
      {sells && <Payments user={user} />}
    </div>
  )
}
