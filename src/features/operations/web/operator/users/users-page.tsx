import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatShortDay } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Badge } from '#ui/badge.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ListedUser } from '../../../model/operator-users.ts'
import { nameOf } from '../labels.ts'
import { MoreButton } from '../lists/more-button.tsx'
import { operatorApi, operatorQueries } from '../operator-queries.ts'
import { PageHead } from '../lists/page-head.tsx'
import { QueryState } from '../lists/query-state.tsx'
import { useFilters } from '../lists/use-filters.ts'
import { cursorFrom, usePages } from '../lists/use-pages.ts'
import { userListOf, UserFilters } from './user-filters.tsx'
import { UserLink } from '../lists/user-link.tsx'

/** /operator/users: users by a part of their name or address, with filters, in an order. */
export function OperatorUsersPage() {
  const sells = useIsSelling()
  const filters = useFilters()
  const list = userListOf(filters.of)
  const pages = usePages({
    queryKey: operatorQueries.users.queryKey({ input: list }),
    load: (before) => operatorApi.users({ ...list, ...cursorFrom(before) }),
  })
  return (
    <>
      <PageHead title="Users" lead="Everybody with an account. Open one to see more, and to act." />
      <UserFilters of={filters.of} set={filters.set} sells={sells} />
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const users = loaded.flatMap((page) => page.users)
          if (users.length === 0) {
            return <EmptyState title="No user found">No account fits this search and these filters.</EmptyState>
          }
          return (
            <>
              <DataTable label="Users" rows={users} keyOf={({ id }) => id} columns={columnsFor(sells)} />
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

function columnsFor(sells: boolean): Column<ListedUser>[] {
  return [
    {
      name: 'User',
      render: ({ id, displayName, email }) => (
        <>
          <UserLink id={id}>{displayName || email}</UserLink>
          {displayName !== '' && <span className="block text-sm font-normal break-all text-faint">{email}</span>}
        </>
      ),
    },
    ...(sells ? [{ name: 'Plan', render: ({ plan }: ListedUser) => nameOf(plan) }] : []),
    { name: 'State', render: (user) => <UserBadges user={user} sells={sells} otherwise="Active" /> },
    { name: 'Since', render: ({ createdAt }) => formatShortDay(createdAt) },
    { name: 'Last seen', render: ({ lastSeenAt }) => formatShortDay(lastSeenAt) },
    { name: 'Videos', isFigure: true, render: ({ videos }) => formatNumber(videos) },
    { name: 'Size', isFigure: true, render: ({ videoBytes }) => (videoBytes === 0 ? '–' : formatBytes(videoBytes)) },
  ]
}

type BadgesProps = {
  user: Pick<ListedUser, 'suspendedAt' | 'isAffiliate' | 'emailVerified'>
  sells: boolean
  /** The text without any badge. */
  otherwise?: string
}

/** What is special about an account. */
export function UserBadges({ user: { suspendedAt, isAffiliate, emailVerified }, sells, otherwise }: BadgesProps) {
  const isPlain = suspendedAt === null && emailVerified && !(sells && isAffiliate)
  if (isPlain) return otherwise ?? null
  return (
    <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
      {suspendedAt !== null && <Badge tone="error">Suspended</Badge>}
      {sells && isAffiliate && <Badge tone="accent">Affiliate</Badge>}
      {!emailVerified && <Badge tone="warning">Address not confirmed</Badge>}
    </span>
  )
}
