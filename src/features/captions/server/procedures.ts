import { requireProject, streamWhileAllowed } from '#features/media/server/index.ts'
import { type Db, transaction, type Tx } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { Caller } from '#platform/server/http.ts'
import { asPlainJson } from '#platform/server/plain-json.ts'
import { answerInputBody, authed, beforeChecking, implementContract } from '#platform/server/rpc.ts'
import type { ThreadPool } from '#platform/server/thread-pool.ts'
import { captionsContract } from '../model/index.ts'
import { applyBatches, found, type Sent, topicOf } from './apply.ts'
import { savedBatches } from './batches.ts'
import { documentOf, findStored, readDocument } from './documents.ts'
import { type Client, dropVanished, markGone, markHere, othersHere } from './presence.ts'
import { readEditsTask, refuseCrowded, TOO_MUCH } from './read-edits.ts'
import { openCaptionStreams } from './watch.ts'

/** What the captions' procedures need from outside. */
export type CaptionsDeps = {
  readonly db: Db
  readonly events: Pick<Events, 'publish' | 'subscribe'>
  now(): Date
  readonly threadPool: Pick<ThreadPool, 'run'>
}

/** The longest request is read in half a second; a thread on a busy machine may take as long to start. */
const READ_TIMEOUT_MS = 10_000

/** Implements `captionsContract`. */
export function captionsProcedures(deps: CaptionsDeps) {
  const { db } = deps
  const follow = openCaptionStreams(deps)
  const rpc = implementContract(captionsContract).use(authed).use(beforeChecking(refuseCrowded))

  async function apply(sent: Omit<Sent, 'userId'>, { userId }: Caller) {
    const authorize = (tx: Tx) => requireProject(tx, sent.projectId, userId, 'edit')
    const { since, ...answer } = await applyBatches(deps, { ...sent, userId }, { authorize })
    return { ...answer, since: since.map(asPlainJson) }
  }

  const readAndApply = answerInputBody(async (body, caller) => {
    const limits = { account: caller.userId, timeoutMs: READ_TIMEOUT_MS, tooSlow: TOO_MUCH }
    return apply(await deps.threadPool.run(readEditsTask, body, limits), caller)
  })
  return {
    get: rpc.get.handler(async ({ input: { projectId, batchIds }, context }) => {
      const { access } = await requireProject(db, projectId, context.caller.userId, 'view')
      if (batchIds.length === 0)
        return { document: asPlainJson(found(await documentOf(db, projectId))), saved: [], access }
      // Under the lock, so that document and list tell of the same moment.
      const { stored, saved } = await transaction(db, async (tx) => ({
        stored: found(await findStored(tx, projectId, { lock: true })),
        saved: [...(await savedBatches(tx, projectId, batchIds)).keys()],
      }))
      return { document: asPlainJson(await readDocument(stored)), saved, access }
    }),

    apply: rpc.use(readAndApply).apply.handler(({ input, context: { caller } }) => apply(input, caller)),

    watch: rpc.watch.handler(async function* ({ input, context: { caller }, signal }) {
      const follower = { ...input, userId: caller.userId }
      yield* streamWhileAllowed(deps, { ...follower, signal }, (left) => follow(follower, left))
    }),

    here: rpc.here.handler(async ({ input, context: { caller } }) => {
      await requireProject(db, input.projectId, caller.userId, 'view')
      return { people: await updatePresence(deps, { ...input, userId: caller.userId }) }
    }),
  }
}

async function updatePresence({ db, events, now }: CaptionsDeps, o: Client & { leaving: boolean }) {
  const at = now()
  await transaction(db, async (tx) => {
    const changed = o.leaving ? await markGone(tx, o) : await markHere(tx, o, at)
    if (!changed) return
    await dropVanished(tx, o.projectId, at)
    await events.publish(tx, topicOf(o.projectId))
  })
  return othersHere(db, { ...o, now: at })
}
