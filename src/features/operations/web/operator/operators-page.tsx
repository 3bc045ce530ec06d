import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortDay } from '#platform/shared/format/dates.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { OPERATOR_DUTIES } from '../../model/operator-duties.ts'
import { OPERATOR_ROLES, type OperatorRole, ROLE_TEXTS } from '../../model/operator-roles.ts'
import type { Operator } from '../../model/operator-team.ts'
import { May } from './may.tsx'
import { operatorApi, operatorQueries, useActionDone } from './operator-queries.ts'
import { PageHead } from './lists/page-head.tsx'
import { QueryState } from './lists/query-state.tsx'
import { type Decision, ReasonDialog } from './lists/reason-dialog.tsx'
import { UserLink } from './lists/user-link.tsx'

/** /operator/operators: who runs the site, with which role. */
export function OperatorsPage() {
  const query = useQuery(operatorQueries.operators.queryOptions({ staleTime: 0 }))
  const [decision, setDecision] = useState<Decision>()
  const decide = useDecisions()
  return (
    <>
      <PageHead
        title="Operators"
        lead="The people who run this site. Addresses in the setting OPERATORS always have the role Everything."
        actions={
          <May duty={OPERATOR_DUTIES.grantRole}>
            <Button variant="primary" onClick={() => setDecision(decide.grant())}>
              Add operator
            </Button>
          </May>
        }
      />
      <QueryState query={query}>
        {(operators) =>
          operators.length === 0 ? (
            <EmptyState title="No operators">Operators appear here.</EmptyState>
          ) : (
            <DataTable
              label="Operators"
              rows={operators}
              keyOf={({ email }) => email}
              columns={[
                ...COLUMNS,
                {
                  name: 'Actions',
                  hasNoHead: true,
                  render: (row) => (
                    <RowActions
                      row={row}
                      onChange={() => setDecision(decide.change(row))}
                      onRevoke={() => setDecision(decide.revoke(row))}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </QueryState>
      <Roles />
      <ReasonDialog decision={decision} onClose={() => setDecision(undefined)} />
    </>
  )
}

const COLUMNS: readonly Column<Operator>[] = [
  {
    name: 'Operator',
    render: ({ email, displayName, userId }) => (
      <>
        {userId === null ? (
          <span className="break-all">{email}</span>
        ) : (
          <UserLink id={userId}>{displayName || email}</UserLink>
        )}
        {displayName !== '' && <span className="block text-sm font-normal break-all text-faint">{email}</span>}
      </>
    ),
  },
  { name: 'Role', render: ({ role }) => ROLE_TEXTS[role].name },
  { name: 'State', render: (operator) => <OperatorState operator={operator} /> },
  { name: 'Since', render: ({ grantedAt }) => (grantedAt === null ? 'By the settings' : formatShortDay(grantedAt)) },
  { name: 'Last seen', render: ({ lastSeenAt }) => (lastSeenAt === null ? '–' : formatShortDay(lastSeenAt)) },
]

function OperatorState({ operator: { userId, isActive } }: { operator: Operator }) {
  if (isActive) return 'Active'
  return <Badge tone="warning">{userId === null ? 'Not signed up' : 'Address not confirmed'}</Badge>
}

function RowActions(o: { row: Operator; onChange: () => void; onRevoke: () => void }) {
  if (o.row.source === 'settings') return null
  const of = <span className="sr-only"> of {o.row.email}</span>
  return (
    <May duty={OPERATOR_DUTIES.grantRole}>
      <div className="flex flex-wrap gap-2 md:justify-end">
        <Button size="sm" onClick={o.onChange}>
          Change role{of}
        </Button>
        <Button size="sm" variant="ghost" onClick={o.onRevoke}>
          Revoke{of}
        </Button>
      </div>
    </May>
  )
}

/** The roles to give. A site that sells nothing has no finances; a role that was given before stays. */
function useRoles(given?: OperatorRole): readonly OperatorRole[] {
  const sells = useIsSelling()
  return OPERATOR_ROLES.filter((role) => sells || role !== 'finance' || role === given)
}

function Roles() {
  const roles = useRoles()
  return (
    <section aria-labelledby="roles" className="mt-8">
      <h2 id="roles" className="mb-3 text-xl">
        Roles
      </h2>
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        {roles.map((role) => (
          <div key={role}>
            <dt className="font-medium">{ROLE_TEXTS[role].name}</dt>
            <dd className="text-muted">{ROLE_TEXTS[role].rights}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function useDecisions() {
  const done = useActionDone()
  const common = { requires: 'reason-and-password' } as const
  return {
    grant: (): Decision => ({
      ...common,
      title: 'Add an operator',
      description: 'They get a mail. The role counts once their account with this address is confirmed.',
      button: 'Add operator',
      more: (
        <>
          <TextField
            name="email"
            type="email"
            label="E-mail address"
            autoCapitalize="none"
            autoComplete="off"
            maxLength={254}
            data-focus-first=""
          />
          <RoleField initial="support" />
        </>
      ),
      submit: (text) =>
        done(
          operatorApi.grantRole({ ...proofOf(text), email: text('email'), role: roleOf(text) }),
          'The role is granted.',
        ),
    }),
    change: ({ email, role }: Operator): Decision => ({
      ...common,
      title: `Change the role of ${email}`,
      description: 'The new role counts at once. They get a mail.',
      button: 'Change role',
      more: <RoleField initial={role} />,
      submit: (text) =>
        done(operatorApi.grantRole({ ...proofOf(text), email, role: roleOf(text) }), 'The role is changed.'),
    }),
    revoke: ({ email }: Operator): Decision => ({
      ...common,
      title: `Revoke the role of ${email}`,
      description: 'They can no longer open these pages. Their account stays, and they get a mail.',
      button: 'Revoke',
      isDanger: true,
      submit: (text) => done(operatorApi.revokeRole({ ...proofOf(text), email }), 'The role is revoked.'),
    }),
  }
}

function RoleField({ initial }: { initial: OperatorRole }) {
  const [role, setRole] = useState(initial)
  const roles = useRoles(initial)
  return (
    <Select
      name="role"
      label="Role"
      hint={ROLE_TEXTS[role].rights}
      value={role}
      options={roles.map((value) => ({ value, label: ROLE_TEXTS[value].name }))}
      onChange={setRole}
    />
  )
}

type Texts = Parameters<Decision['submit']>[0]

function roleOf(text: Texts): OperatorRole {
  return OPERATOR_ROLES.find((role) => role === text('role')) ?? 'read-only'
}

function proofOf(text: Texts): { reason: string; password?: string } {
  const password = text('password')
  return { reason: text('reason'), ...(password !== '' && { password }) }
}
