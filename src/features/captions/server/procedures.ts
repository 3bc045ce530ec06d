import { shownAccess } from './edits/shown-access.ts'
import { requireProject, streamWhileAllowed } from '#features/media/server/index.ts'
import { type Db, transaction, type Tx } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import type { Caller } from '#platform/server/http.ts'
import { asPlainJson } from '#platform/server/plain-json.ts'
import { answerInputBody, authed, beforeChecking, implementContract, type RpcContext } from '#platform/server/rpc.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument, captionsContract } from '../model/index.ts'
import { applyBatches, CHANGING, requireCaptions, type SaveRequest, topicOf } from './edits/apply-batches.ts'
import { savedBatches } from './storage/batch-rows.ts'
import { lockHead } from './storage/document-rows.ts'
import type { OpenDocuments } from './storage/open-documents.ts'
import {
  type Client,
  deleteExpiredPresence,
  removePresence,
  recordPresence,
  readOthersPresent,
} from './edits/presence-rows.ts'
import { readEditsTask, limitCommandCount, TOO_MUCH } from './edits/read-edits.ts'
import { type SearchDeps, searchProcedures } from './search/search-procedures.ts'
import { openCaptionStreams } from './edits/stream-changes.ts'
import { suggestionProcedures } from './suggestions/suggestion-procedures.ts'
import { versionProcedures } from './versions/version-procedures.ts'

/** Dependencies of the captions procedures. */
export type CaptionsDeps = {
  readonly db: Db
  readonly events: Pick<Events, 'publish' | 'subscribe'>
  now(): Date
  readonly threadPool: Pick<ThreadPool, 'run'>
  readonly documents: OpenDocuments
} & Pick<SearchDeps, 'consumeRateLimit'>

/** The longest request takes half a second to read; on a busy machine a thread may take as long to start. */
const READ_TIMEOUT_MS = 10_000

/** Implements `captionsContract`. */
export function captionsProcedures(deps: CaptionsDeps) {
  const { db, documents } = deps
  const follow = openCaptionStreams(deps)
  const rpc = implementContract(captionsContract).use(authed).use(beforeChecking(limitCommandCount))

  async function apply(request: Omit<SaveRequest, 'userId'>, { userId }: Caller) {
    const authorize = (tx: Tx) => requireProject(tx, request.projectId, userId, 'edit')
    const { since, ...answer } = await applyBatches(deps, { ...request, userId }, { authorize })
    return { ...answer, since: since.map(asPlainJson) }
  }

  const readAndApply = answerInputBody(async (body, caller) => {
    const limits = { account: caller.userId, timeoutMs: READ_TIMEOUT_MS, tooSlow: TOO_MUCH }
    return apply(await deps.threadPool.run(readEditsTask, body, limits), caller)
  })
  return {
    get: rpc.get.handler(async ({ input: { projectId, batchIds }, context }) => {
      const { userId } = context.caller
      const project = await requireProject(db, projectId, userId, 'view')
      const shown = shownAccess(context.caller, project.access)
      const open = requireCaptions(await documents.latest(db, projectId, userId))
      const answer = (document: CaptionDocument, saved: string[]) => answerOf({ document, saved, ...shown }, context)
      if (batchIds.length === 0) return answer(open.doc, [])
      // Under the lock, so that document and list are consistent.
      const { newest, saved } = await transaction(db, async (tx) => ({
        newest: await documents.at(tx, projectId, requireCaptions(await lockHead(tx, projectId)), open),
        saved: [...(await savedBatches(tx, projectId, batchIds)).keys()],
      }))
      if (newest === undefined) throw new AppError('unavailable', CHANGING)
      return answer(newest.doc, saved)
    }),

    apply: rpc.use(readAndApply).apply.handler(({ input, context: { caller } }) => apply(input, caller)),

    watch: rpc.watch.handler(async function* ({ input, context: { caller }, signal }) {
      const follower = { ...input, userId: caller.userId, viewing: caller.viewing }
      yield* streamWhileAllowed(deps, { ...follower, signal }, (left) => follow(follower, left))
    }),

    here: rpc.here.handler(async ({ input, context: { caller } }) => {
      await requireProject(db, input.projectId, caller.userId, 'view')
      return { people: await updatePresence(deps, { ...input, userId: caller.userId }) }
    }),

    ...versionProcedures(deps),
    ...searchProcedures(deps),
    ...suggestionProcedures(deps),
  }
}

/** Over the network the document is written in turns, in place of this copy without words and cues. */
function answerOf<Answer extends { document: CaptionDocument }>(answer: Answer, { answerInTurns }: RpcContext): Answer {
  if (answerInTurns === undefined) return answer
  answerInTurns(answer)
  const [main] = answer.document.tracks
  return { ...answer, document: { ...answer.document, words: [], tracks: [{ ...main, cues: [] }] } }
}

async function updatePresence({ db, events, now }: CaptionsDeps, o: Client & { leaving: boolean }) {
  const at = now()
  await transaction(db, async (tx) => {
    const changed = o.leaving ? await removePresence(tx, o) : await recordPresence(tx, o, at)
    if (!changed) return
    await deleteExpiredPresence(tx, o.projectId, at)
    await events.publish(tx, topicOf(o.projectId))
  })
  return readOthersPresent(db, { ...o, now: at })
}
