import { implementContract } from '#platform/server/rpc.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  isOperatorAddress,
  MAX_OPERATORS,
  type Operator,
  operatorContract,
  type OperatorRole,
} from '../../model/index.ts'
import { recordDecision } from './actions.ts'
import type { OperatorDeps } from './deps.ts'
import { OPERATOR_TABLES, operatorsOnly } from './guard.ts'
import { roleChangedMail, roleGrantedMail, roleRevokedMail } from './mails.ts'
import { countRoles, deleteRole, isAnyoneLeft, listOperatorRows, lockRoles, roleOf, setRole } from './role-rows.ts'

/** The operator's procedures for operators and their roles. */
export function roleProcedures(deps: OperatorDeps) {
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    operators: rpc.operators.handler(() => listOperators(deps)),
    grantRole: rpc.grantRole.handler(async ({ context: { caller }, input: { email, role, reason, password } }) => {
      await deps.requireReauthentication({ caller, password })
      await changeRole(deps, { operator: caller, email, role, reason })
      return listOperators(deps)
    }),
    revokeRole: rpc.revokeRole.handler(async ({ context: { caller }, input: { email, reason, password } }) => {
      await deps.requireReauthentication({ caller, password })
      await changeRole(deps, { operator: caller, email, role: null, reason })
      return listOperators(deps)
    }),
  }
}

async function listOperators({ db, operators }: OperatorDeps): Promise<Operator[]> {
  const rows = await listOperatorRows(db, operators)
  const listed = rows.map(({ email, role, userId, displayName, emailVerified, lastSeenAt, grantedAt }): Operator => {
    const isSet = isOperatorAddress(operators, email)
    return {
      email,
      role: isSet || role === null ? 'everything' : role,
      source: isSet ? 'settings' : 'granted',
      userId,
      displayName: displayName ?? '',
      isActive: emailVerified === true,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      grantedAt: isSet ? null : (grantedAt?.toISOString() ?? null),
    }
  })
  return listed.toSorted((a, b) => Number(b.source === 'settings') - Number(a.source === 'settings'))
}

type Change = {
  readonly operator: Caller
  readonly email: string
  /** Null revokes the role. */
  readonly role: OperatorRole | null
  readonly reason: string
}

/** Grants, changes or revokes a role, records it and mails the address, in one transaction. */
async function changeRole(deps: OperatorDeps, { operator, email, role, reason }: Change): Promise<void> {
  if (isOperatorAddress(deps.operators, email))
    throw new AppError('conflict', 'The setting OPERATORS gives this address everything. Change it there.')
  const before = await roleOf(deps.db, email)
  await recordDecision(deps, {
    operator,
    action: role === null ? 'operator.revoke' : before === undefined ? 'operator.grant' : 'operator.change',
    subject: { kind: 'operator', id: email },
    reason,
    readFacts: async (tx) => {
      await lockRoles(tx)
      return { about: email, facts: { role: (await roleOf(tx, email)) ?? null }, person: { email } }
    },
    work: async (tx) => {
      await deps.lockSession(tx, operator)
      const current = await roleOf(tx, email)
      if (current !== before) throw new AppError('conflict', 'This role was just changed. Look at it again.')
      await writeRole(deps, tx, { email, role, current })
      const mail = role === null ? roleRevokedMail : current === undefined ? roleGrantedMail : roleChangedMail
      await deps.mail.send(tx, mail({ to: email, role: role ?? 'read-only', publicUrl: deps.publicUrl }))
    },
  })
}

async function writeRole(
  deps: OperatorDeps,
  tx: Tx,
  { email, role, current }: { email: string; role: OperatorRole | null; current: OperatorRole | undefined },
): Promise<void> {
  if (current === (role ?? undefined)) {
    const message = role === null ? 'This address has no role.' : 'This address has this role already.'
    throw new AppError('conflict', message)
  }
  if (role === null) await deleteRole(tx, email)
  else await setRole(tx, { email, role, at: deps.now() })
  if (role !== null && (await countRoles(tx)) > MAX_OPERATORS)
    throw new AppError('conflict', `At most ${MAX_OPERATORS} addresses can have a role.`)
  if (current === 'everything' && deps.operators.length === 0 && !(await isAnyoneLeft(tx)))
    throw new AppError('conflict', 'This is the last operator with everything. Give somebody else this role first.')
}
