import { implementContract } from '#platform/server/rpc.ts'
import { type Tx, transaction } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { workedMsOf } from '#platform/server/jobs.ts'
import { findSuppression } from '#platform/server/mail.ts'
import { AppError } from '#platform/shared/errors.ts'
import { operatorContract, type UserDecision } from '../../model/index.ts'
import { recordDecision, recordAction, type Snapshot } from './actions.ts'
import type { OperatorDeps } from './deps.ts'
import { OPERATOR_TABLES, operatorsOnly } from './guard.ts'
import { PAGE_SIZE, pageOf } from './page-of.ts'
import { hasRole } from './role-rows.ts'
import { findUser, listUsers } from './user-rows.ts'

const DONE = { done: true } as const

/** The operator's procedures that read users. */
export function userListProcedures(deps: OperatorDeps) {
  const { db, now, credits, accounts, activity } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    users: rpc.users.handler(async ({ input: { order = 'newest', before, ...filter } }) => {
      const found = await listUsers(db, { ...filter, order, before, limit: PAGE_SIZE + 1, now: now() })
      const { page, next } = pageOf(found)
      return { users: page, next }
    }),
    user: rpc.user.handler(async ({ input: { userId } }) => {
      const found = await findUser(db, userId)
      if (found === undefined) return null
      const [balance, storage, workedMs] = await Promise.all([
        credits.balance(db, userId),
        activity.storageOf(userId),
        workedMsOf(db, userId),
      ])
      const isOperator = await hasRole(db, deps.operators, found.email)
      const suppression = (await findSuppression(db, found.email)) ?? null
      return { ...found, ...balance, ...storage, workedMs, isOperator, suppression }
    }),
    userSessions: rpc.userSessions.handler(({ input: { userId } }) => accounts.listSessions(userId)),
    userExports: rpc.userExports.handler(async ({ input: { userId, before } }) => {
      const { page, next } = pageOf(await activity.listExports(userId, { before, limit: PAGE_SIZE + 1 }))
      return { exports: page, next }
    }),
    userTeam: rpc.userTeam.handler(({ input: { userId } }) => activity.teamOf(userId)),
  }
}

/** The operator's procedures that decide about a user; each is recorded with its reason. */
export function userDecisionProcedures(deps: OperatorDeps) {
  const { db, accounts, now } = deps
  const rpc = implementContract(operatorContract).use(operatorsOnly(deps, OPERATOR_TABLES))
  return {
    decideUser: rpc.decideUser.handler(async ({ context: { caller, role }, input: { userId, decision, reason } }) => {
      await decideUser(deps, { operator: caller, userId, action: decision, reason }, async (tx, email) => {
        if (decision === 'suspend') await refuseOperator(deps, tx, email)
        // Either would let somebody with a lesser role into an account with a greater one.
        if ((decision === 'verify' || decision === 'reset-second-factor') && role !== 'everything')
          await refuseLesserRole(deps, tx, email)
        await DECISIONS[decision](deps, tx, userId)
      })
      return DONE
    }),
    addNote: rpc.addNote.handler(async ({ context: { caller }, input: { userId, note } }) => {
      await decideUser(deps, { operator: caller, userId, action: 'note', reason: note }, async () => {})
      return DONE
    }),
    exportUser: rpc.exportUser.handler(async ({ context: { caller }, input: { userId, reason } }) => {
      const data = await accounts.exportData(userId)
      await transaction(db, async (tx) => {
        const snapshot = snapshotOf(await accounts.lockFacts(tx, userId))
        const subject = { kind: 'user', id: userId } as const
        const decision = { operator: caller, action: 'user.export', subject, reason } as const
        await recordAction(tx, { ...decision, before: null, after: snapshot, at: now() })
      })
      return { ...data }
    }),
    eraseUser: rpc.eraseUser.handler(async ({ context: { caller }, input: { userId, reason, confirm } }) => {
      await decideUser(deps, { operator: caller, userId, action: 'erase', reason }, async (tx, email) => {
        await refuseOperator(deps, tx, email)
        await accounts.erase(tx, { userId, confirm })
      })
      return DONE
    }),
  }
}

const DECISIONS: Readonly<Record<UserDecision, (deps: OperatorDeps, tx: Tx, userId: string) => Promise<void>>> = {
  suspend: ({ accounts }, tx, userId) => accounts.suspend(tx, userId),
  reinstate: ({ accounts }, tx, userId) => accounts.reinstate(tx, userId),
  'end-sessions': ({ accounts }, tx, userId) => accounts.endSessions(tx, userId),
  verify: ({ accounts }, tx, userId) => accounts.verifyEmail(tx, userId),
  'reset-second-factor': ({ accounts }, tx, userId) => accounts.resetSecondFactor(tx, userId),
}

/** Performs and records one decision. @param work receives the address of the user */
function decideUser(
  deps: OperatorDeps,
  o: { operator: Caller; userId: string; action: UserDecision | 'note' | 'erase'; reason: string },
  work: (tx: Tx, email: string) => Promise<void>,
): Promise<void> {
  const readFacts = async (tx: Tx) => snapshotOf(await deps.accounts.lockFacts(tx, o.userId))
  return recordDecision(deps, {
    operator: o.operator,
    action: `user.${o.action}`,
    subject: { kind: 'user', id: o.userId },
    reason: o.reason,
    readFacts,
    work: async (tx) => work(tx, (await deps.accounts.lockFacts(tx, o.userId)).email),
  })
}

type Facts = Awaited<ReturnType<OperatorDeps['accounts']['lockFacts']>>

function snapshotOf({ email, ...facts }: Facts): Snapshot {
  return { about: email, facts }
}

/** @throws AppError `forbidden` for an operator's address */
async function refuseLesserRole({ operators }: OperatorDeps, tx: Tx, email: string): Promise<void> {
  if (await hasRole(tx, operators, email))
    throw new AppError('forbidden', 'Only an operator with the role Everything may do this for an operator.')
}

/** @throws AppError `conflict` for an operator's address, confirmed or not */
async function refuseOperator({ operators }: OperatorDeps, tx: Tx, email: string): Promise<void> {
  if (await hasRole(tx, operators, email))
    throw new AppError('conflict', 'This is an operator’s account. Revoke its role first, or remove it from OPERATORS.')
}
