import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { deviceName } from '#features/accounts/model/index.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatMoment } from '#platform/shared/format/dates.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import type { UserExport, UserTeam } from '../../../model/operator-users.ts'
import { nameOf } from '../labels.ts'
import { MoreButton } from '../lists/more-button.tsx'
import { operatorApi, operatorQueries } from '../operator-queries.ts'
import { QueryState } from '../lists/query-state.tsx'
import { StateBadge } from '../lists/state-badge.tsx'
import { cursorFrom, usePages } from '../lists/use-pages.ts'

/** The exports of a user, newest first. */
export function UserExports({ userId }: { userId: string }) {
  const pages = usePages({
    queryKey: operatorQueries.userExports.queryKey({ input: { userId } }),
    load: (before) => operatorApi.userExports({ userId, ...cursorFrom(before) }),
  })
  return (
    <Section title="Exports">
      <QueryState query={pages}>
        {({ pages: loaded }) => {
          const exports = loaded.flatMap((page) => page.exports)
          if (exports.length === 0) return <Nothing>No exports.</Nothing>
          return (
            <>
              <DataTable label="Exports" rows={exports} keyOf={({ id }) => id} columns={EXPORT_COLUMNS} />
              <MoreButton pages={pages} />
            </>
          )
        }}
      </QueryState>
    </Section>
  )
}

const EXPORT_COLUMNS: readonly Column<UserExport>[] = [
  { name: 'Started', render: ({ createdAt }) => formatMoment(createdAt) },
  { name: 'State', render: ({ state }) => <StateBadge state={state} /> },
  { name: 'Size', isFigure: true, render: ({ sizeBytes }) => (sizeBytes === null ? '–' : formatBytes(sizeBytes)) },
]

/** The open sessions of a user. */
export function UserSessions({ userId }: { userId: string }) {
  const query = useQuery(operatorQueries.userSessions.queryOptions({ input: { userId }, staleTime: 0 }))
  return (
    <Section title="Sessions">
      <QueryState query={query}>
        {(sessions) =>
          sessions.length === 0 ? (
            <Nothing>No open sessions.</Nothing>
          ) : (
            <DataTable
              label="Open sessions"
              rows={sessions}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Device', render: ({ userAgent }) => deviceName(userAgent) },
                { name: 'IP address', render: ({ address }) => <span className="break-all">{address ?? '–'}</span> },
                { name: 'Last used', render: ({ lastSeenAt }) => formatMoment(lastSeenAt) },
              ]}
            />
          )
        }
      </QueryState>
    </Section>
  )
}

/** The people a user works with. */
export function UserTeamList({ userId }: { userId: string }) {
  const query = useQuery(operatorQueries.userTeam.queryOptions({ input: { userId }, staleTime: 0 }))
  return (
    <Section title="Team">
      <QueryState query={query}>
        {(team) => {
          const lines = linesOf(team)
          if (lines.length === 0) return <Nothing>Works alone.</Nothing>
          return (
            <ul className="grid gap-1.5 text-sm">
              {lines.map(({ key, who, what }) => (
                <li key={key} className="flex flex-wrap gap-x-2">
                  <span className="break-all">{who}</span>
                  <span className="text-muted">{what}</span>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryState>
    </Section>
  )
}

function linesOf({ collaborators, invitations, worksFor }: UserTeam): { key: string; who: string; what: string }[] {
  return [
    ...collaborators.map(({ userId, email, role }) => ({
      key: userId,
      who: email,
      what: `${nameOf(role)} on their team`,
    })),
    ...invitations.map(({ id, email, role, expired }) => ({
      key: id,
      who: email,
      what: `Invited as ${role}${expired ? ', expired' : ''}`,
    })),
    ...worksFor.map(({ ownerId, ownerName, role }) => ({
      key: ownerId,
      who: ownerName,
      what: `They are ${role} on this team`,
    })),
  ]
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
