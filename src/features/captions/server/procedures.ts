import { projectOf, whileReached } from '#features/media/server/index.ts'
import { type Db, transaction } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import { authed, implementContract } from '#platform/server/rpc.ts'
import { captionsContract } from '../model/index.ts'
import { applyBatches, found, topicOf } from './apply.ts'
import { savedBatches } from './batches.ts'
import { documentOf, lockDocument } from './documents.ts'
import { type Client, dropVanished, markGone, markHere, othersHere } from './presence.ts'
import { openCaptionStreams } from './watch.ts'

/** What the captions' procedures need from outside. */
export type CaptionsDeps = {
  readonly db: Db
  readonly events: Pick<Events, 'publish' | 'subscribe'>
  now(): Date
}

/** Implements `captionsContract`. */
export function captionsProcedures(deps: CaptionsDeps) {
  const { db } = deps
  const follow = openCaptionStreams(deps)
  const rpc = implementContract(captionsContract).use(authed)
  return {
    get: rpc.get.handler(async ({ input: { projectId, batchIds }, context }) => {
      const { access } = await projectOf(db, projectId, context.caller.userId, 'view')
      if (batchIds.length === 0) return { document: found(await documentOf(db, projectId)), saved: [], access }
      // Under the lock, so that document and list tell of the same moment.
      return transaction(db, async (tx) => ({
        document: found(await lockDocument(tx, projectId)),
        saved: [...(await savedBatches(tx, projectId, batchIds)).keys()],
        access,
      }))
    }),

    apply: rpc.apply.handler(({ input, context: { caller } }) =>
      transaction(db, async (tx) => {
        await projectOf(tx, input.projectId, caller.userId, 'edit')
        return applyBatches(tx, { ...input, userId: caller.userId })
      }),
    ),

    watch: rpc.watch.handler(async function* ({ input, context: { caller }, signal }) {
      const follower = { ...input, userId: caller.userId }
      yield* whileReached(deps, { ...follower, signal }, (left) => follow(follower, left))
    }),

    here: rpc.here.handler(async ({ input, context: { caller } }) => {
      await projectOf(db, input.projectId, caller.userId, 'view')
      return { people: await tellPresence(deps, { ...input, userId: caller.userId }) }
    }),
  }
}

async function tellPresence({ db, events, now }: CaptionsDeps, o: Client & { leaving: boolean }) {
  const at = now()
  await transaction(db, async (tx) => {
    const changed = o.leaving ? await markGone(tx, o) : await markHere(tx, o, at)
    if (!changed) return
    await dropVanished(tx, o.projectId, at)
    await events.publish(tx, topicOf(o.projectId))
  })
  return othersHere(db, { ...o, now: at })
}
