import { domainOf, domainsAbove } from '#features/accounts/model/index.ts'
import { operatorsOnly, PAGE_SIZE, pageOf, recordAction, type Snapshot } from '#features/operations/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { implementContract } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type Answer,
  type Block,
  isDomain,
  isSharedByMany,
  MODERATION_TABLES,
  moderationContract,
  parseBlockTarget,
  targetsOf,
} from '../model/index.ts'
import { deleteBlock, findBlocked, insertBlock, listBlocks, lockBlock } from './block-rows.ts'
import type { AbuseDeps } from './deps.ts'

/** The part of `moderationContract` about blocked domains and addresses. */
export function blockProcedures(deps: AbuseDeps) {
  const { db, addressRules } = deps
  const rpc = implementContract(moderationContract).use(operatorsOnly(deps, MODERATION_TABLES))
  return {
    blockedAddresses: rpc.blockedAddresses.handler(async ({ input }) => {
      const { page, next } = pageOf(await listBlocks(db, { ...input, limit: PAGE_SIZE + 1 }))
      const answer = await answerAbout(deps, input.search ?? '')
      return { blocks: page, next, refusesDisposable: addressRules.refusesDisposable, answer }
    }),
    blockAddress: rpc.blockAddress.handler(({ context: { caller }, input }) => block(deps, caller, input)),
    unblockAddress: rpc.unblockAddress.handler(async ({ context: { caller }, input }) => {
      await unblock(deps, caller, input)
      return { unblocked: true as const }
    }),
  }
}

/** Whether the searched text could be used for an account; null if it is no whole address or domain. */
async function answerAbout({ db, addressRules }: AbuseDeps, search: string): Promise<Answer | null> {
  const target = search.includes('.') ? parseBlockTarget(search) : null
  if (target === null) return null
  const blockedBy = await findBlocked(db, isDomain(target) ? domainsAbove(target) : targetsOf(target))
  return { target, blockedBy: blockedBy ?? null, isDisposable: addressRules.isDisposable(domainOf(target)) }
}

/** @throws AppError `unprocessable` without a domain or address, or for a shared domain; `conflict` if it is blocked */
async function block(
  deps: AbuseDeps,
  operator: Caller,
  input: { target: string; isShared?: boolean | undefined; reason: string },
): Promise<Block> {
  const { reason } = input
  const target = parseBlockTarget(input.target)
  if (target === null)
    throw new AppError('unprocessable', 'Enter a domain, such as spam.example, or an e-mail address.', {
      field: 'target',
    })
  if (isSharedByMany(target) && input.isShared !== true)
    throw new AppError('unprocessable', `Many people have addresses at ${target}. Confirm that you block them all.`, {
      field: 'isShared',
    })
  const at = deps.now()
  const made = { id: deps.newId(), target, reason, blockedBy: operator.email }
  await transaction(deps.db, async (tx) => {
    if (!(await insertBlock(tx, { ...made, at }))) throw new AppError('conflict', `${target} is blocked already.`)
    await record(tx, { operator, action: 'address.block', target, reason, at })
  })
  return { ...made, blockedAt: at.toISOString() }
}

/** @throws AppError `conflict` if it is not blocked */
async function unblock(
  deps: AbuseDeps,
  operator: Caller,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const found = await lockBlock(tx, id)
    if (found === undefined) throw new AppError('conflict', 'This is not blocked any more.')
    await deleteBlock(tx, id)
    await record(tx, { operator, action: 'address.unblock', target: found.target, reason, at: deps.now() })
  })
}

type Change = {
  readonly operator: Caller
  readonly action: 'address.block' | 'address.unblock'
  readonly target: string
  readonly reason: string
  readonly at: Date
}

function record(tx: Tx, { target, ...decision }: Change): Promise<void> {
  const isBlocked = decision.action === 'address.block'
  const snapshot = (facts: Snapshot['facts']): Snapshot => ({
    about: target,
    facts,
    person: isDomain(target) ? { id: null } : { email: target },
  })
  return recordAction(tx, {
    ...decision,
    subject: { kind: 'address', id: target },
    before: snapshot({ isBlocked: !isBlocked }),
    after: snapshot({ isBlocked }),
  })
}
