import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatMoment, formatShortDay } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import type { OperatorUser } from '../../../model/operator-users.ts'
import { CreditMovements } from './credit-movements.tsx'
import { nameOf } from '../labels.ts'
import { operatorQueries } from '../operator-queries.ts'
import { Payments } from '../payments/payments.tsx'
import { QueryState } from '../lists/query-state.tsx'
import { SuppressionNotice } from '../mail/suppressions.tsx'
import { UserActions } from './user-actions.tsx'
import { UserExports, UserSessions, UserTeamList } from './user-activity.tsx'
import { UserHistory } from './user-history.tsx'
import { UserTermsSection } from './user-terms.tsx'
import { UserBadges } from './users-page.tsx'

/**
 * /operator/users/:userId: one user, and what an operator may do about them.
 * @param children sections of other features
 */
export function OperatorUserPage({ userId, children }: { userId: string; children?: ReactNode }) {
  const query = useQuery(operatorQueries.user.queryOptions({ input: { userId }, staleTime: 0 }))
  return (
    <>
      <Link to="/operator/users" className={buttonClass({ variant: 'ghost', size: 'sm', className: 'mb-4 -ml-2.5' })}>
        <ArrowLeft aria-hidden="true" />
        Users
      </Link>
      <QueryState query={query}>
        {(user) =>
          user === null ? (
            <>
              <h1 className="sr-only">User</h1>
              <EmptyState title="No such user">This account does not exist, or it was erased.</EmptyState>
            </>
          ) : (
            <User user={user}>{children}</User>
          )
        }
      </QueryState>
    </>
  )
}

function User({ user, children }: { user: OperatorUser; children: ReactNode }) {
  const sells = useIsSelling()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="grid gap-4">
        <div>
          <h1 className="flex flex-wrap items-center gap-2 text-2xl">
            <span className="min-w-0 break-all">{user.displayName || user.email}</span>
            <UserBadges user={user} sells={sells} />
          </h1>
          <p className="text-sm break-all text-muted">{user.email}</p>
        </div>
        {user.suspendedAt !== null && (
          <Notice tone="warning" title={`Suspended since ${formatMoment(user.suspendedAt)}`}>
            They cannot log in, their links do not work, and their queued jobs wait.
          </Notice>
        )}
        {user.suppression !== null && <SuppressionNotice suppression={user.suppression} />}
        <UserActions user={user} />
      </header>
      <Facts user={user} />
      <UserTermsSection user={user} />
      {sells && <CreditMovements user={user} />}
      {sells && <Payments user={user} />}
      <div className="grid gap-8 lg:grid-cols-2">
        <UserExports userId={user.id} />
        <UserSessions userId={user.id} />
      </div>
      <UserTeamList userId={user.id} />
      {children}
      <UserHistory userId={user.id} email={user.email} />
    </div>
  )
}

function Facts({ user }: { user: OperatorUser }) {
  const sells = useIsSelling()
  const facts = [
    ...(sells
      ? [
          { term: 'Plan', is: nameOf(user.plan) },
          { term: 'Credits', is: `${formatNumber(user.available)} to spend, ${formatNumber(user.held)} held` },
        ]
      : []),
    { term: 'Storage', is: storageText(user) },
    { term: 'Videos', is: formatNumber(user.videos) },
    { term: 'Minutes of work', is: formatNumber(Math.round(user.workedMs / 60_000)) },
    { term: 'Downloads', is: formatNumber(user.downloadCount) },
    { term: 'Since', is: formatShortDay(user.createdAt) },
    { term: 'Last seen', is: formatMoment(user.lastSeenAt) },
  ]
  return (
    <Card as="section" size="sm" aria-label="Account">
      <dl className="tabular grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
        {facts.map(({ term, is }) => (
          <div key={term}>
            <dt className="text-sm text-faint">{term}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function storageText({ usedBytes, quotaBytes }: OperatorUser): string {
  return quotaBytes === null ? formatBytes(usedBytes) : `${formatBytes(usedBytes)} of ${formatBytes(quotaBytes)}`
}
