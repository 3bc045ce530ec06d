import { z } from 'zod'
import { requireProject, streamWhileAllowed } from '#features/media/server/index.ts'
import { type Db, transaction, type Tx } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import { asPlainJson } from '#platform/server/plain-json.ts'
import { authed, beforeChecking, implementContract } from '#platform/server/rpc.ts'
import type { ThreadPool } from '#platform/server/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { captionsContract } from '../model/index.ts'
import { applyBatches, found, TOO_MUCH, topicOf } from './apply.ts'
import { savedBatches } from './batches.ts'
import { documentOf, findStored, readDocument } from './documents.ts'
import { type Client, dropVanished, markGone, markHere, othersHere } from './presence.ts'
import { openCaptionStreams } from './watch.ts'

/** What the captions' procedures need from outside. */
export type CaptionsDeps = {
  readonly db: Db
  readonly events: Pick<Events, 'publish' | 'subscribe'>
  now(): Date
  readonly threadPool: Pick<ThreadPool, 'run'>
}

/** Implements `captionsContract`. */
export function captionsProcedures(deps: CaptionsDeps) {
  const { db } = deps
  const follow = openCaptionStreams(deps)
  const rpc = implementContract(captionsContract).use(authed).use(beforeChecking(refuseCrowded))
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

    apply: rpc.apply.handler(async ({ input, context: { caller } }) => {
      const authorize = (tx: Tx) => requireProject(tx, input.projectId, caller.userId, 'edit')
      const { since, ...answer } = await applyBatches(deps, { ...input, userId: caller.userId }, { authorize })
      return { ...answer, since: since.map(asPlainJson) }
    }),

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

/** Most commands of one request. */
const MOST_COMMANDS = 10_000

/** Checking very many commands by their schemas holds up everybody, long before the budget counts them. */
function refuseCrowded(input: unknown): void {
  const { data } = Crowd.safeParse(input)
  const commands = data?.batches.reduce((sum, batch) => sum + batch.commands.length, 0) ?? 0
  if (commands > MOST_COMMANDS) throw new AppError('too_large', TOO_MUCH)
}

const Crowd = z.object({ batches: z.array(z.object({ commands: z.array(z.unknown()) })) })

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
