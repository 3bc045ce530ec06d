import type { Access } from '#features/collaboration/model/index.ts'
import { accessTopic } from '#features/collaboration/server/index.ts'
import { requireProject } from '#features/media/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { waitForTurn } from '#platform/server/threads/event-loop-turn.ts'
import { type Events, MISSED_EVENTS } from '#platform/server/events.ts'
import { asPlainJson } from '#platform/server/plain-json.ts'
import type { OperatorView } from '#platform/server/http.ts'
import { shareReads } from '#platform/server/shared-reads.ts'
import { type CaptionsEvent, type Command, type Person, REPLAY_STEPS } from '../../model/index.ts'
import { requireCaptions, topicOf } from './apply-batches.ts'
import { isShortPiece, unpackChanges } from '../storage/batch-changes.ts'
import { batchesSince, type StoredBatch, viewFor, workSince } from '../storage/batch-rows.ts'
import { headOf } from '../storage/document-rows.ts'
import { readPeoplePresent } from './presence-rows.ts'
import { shownAccess } from './shown-access.ts'

/** Most batches of one event, and the bytes of JSON after which it takes no more. */
const PAGE = 100
const PAGE_BYTES = 50_000
/** Packed bytes of a batch that is worth a turn of the event loop of its own. */
const LONG_BYTES = 1_000
/** Most bytes of JSON of one batch; editors reload the captions instead. */
const BATCH_BYTES = 250_000

/** A user, or an operator who views their pages, who follows the captions of a project from a revision on. */
export type Follower = {
  readonly projectId: string
  readonly userId: string
  readonly viewing?: OperatorView | undefined
  readonly revision: number
}

/** An event, and the revision that its receiver knows after it. */
type Change = { readonly event: CaptionsEvent; readonly upTo: number }

type Lag = { readonly newest: number; readonly isTooMuch: boolean }

type Deps = { readonly db: Db; readonly events: Pick<Events, 'subscribe'>; now(): Date }

/**
 * Opens streams of captions: batches saved after a revision, and the other people who have the project open. Streams of
 * one project share their reads, and streams of one person share the access check.
 */
export function openCaptionStreams({ db, events, now }: Deps) {
  const access = shareReads<Access>()
  const presence = shareReads<Person[]>()
  const savedSince = openChangeReader(db)

  const checkAccess = async ({ projectId, userId, viewing }: Follower) => {
    const read = async () => (await requireProject(db, projectId, userId, 'view')).access
    return shownAccess({ viewing }, await access(`${projectId} ${userId}`, read))
  }

  /** Reads the other people who are present; returns nothing if they are unchanged since the last event. */
  function watchOthers({ projectId, userId }: Follower) {
    let last = '[]'
    return async (): Promise<CaptionsEvent[]> => {
      const everyone = await presence(projectId, () => readPeoplePresent(db, { projectId, now: now() }))
      const people = everyone.filter((person) => person.userId !== userId)
      const text = JSON.stringify(people)
      if (text === last) return []
      last = text
      return [{ type: 'people', people }]
    }
  }

  return async function* follow(follower: Follower, signal: AbortSignal) {
    // Subscribe before reading, so that no change in between is missed.
    const changes = events.subscribe([topicOf(follower.projectId), accessTopic(follower.userId)], signal)
    let allowed = await checkAccess(follower)
    requireCaptions(await headOf(db, follower.projectId))
    const people = watchOthers(follower)
    let { revision } = follower
    const readChanges = async function* () {
      for await (const { event, upTo } of savedSince({ ...follower, revision })) {
        revision = upTo
        yield event
      }
      yield* await people()
    }
    // The first event is sent at once, so that the page knows it is connected.
    yield { type: 'saved', batches: [] } satisfies CaptionsEvent
    // The page may have loaded long before it connects.
    yield { type: 'access', ...allowed } satisfies CaptionsEvent
    yield* readChanges()
    for await (const change of changes) {
      // Access may have been revoked meanwhile, which ends the stream.
      const before = allowed
      allowed = await checkAccess(follower)
      if (allowed.access !== before.access) yield { type: 'access', ...allowed } satisfies CaptionsEvent
      if (change === MISSED_EVENTS || 'comments' in change) yield { type: 'comments' } satisfies CaptionsEvent
      if (change === MISSED_EVENTS || 'suggestions' in change) yield { type: 'suggestions' } satisfies CaptionsEvent
      yield* readChanges()
    }
  }
}

/** Reads saved batches; streams of one project share the reads. */
function openChangeReader(db: Db) {
  const pages = shareReads<Page>()
  const lags = shareReads<Lag>()

  /** The newest revision, and whether an editor at this one has to reload the captions. */
  const lagOf = ({ projectId, revision }: Follower) =>
    lags(`${projectId} ${revision}`, async () => {
      const newest = (await headOf(db, projectId))?.revision ?? revision
      const work = await workSince(db, projectId, revision)
      return { newest, isTooMuch: work.batches < newest - revision || work.steps > REPLAY_STEPS }
    })

  /**
   * The batches after a revision, in pages that are read on demand. An editor behind by more than is stored, or by more
   * than it should replay, gets `reload`.
   */
  return async function* savedSince(follower: Follower): AsyncGenerator<Change> {
    const { projectId, userId, revision } = follower
    const { newest, isTooMuch } = await lagOf(follower)
    if (isTooMuch) yield { event: { type: 'reload' }, upTo: newest }
    if (isTooMuch || newest <= revision) return
    for (let from = revision; ;) {
      const { batches, isLast } = await pages(`${projectId} ${from}`, () => readPage(db, projectId, from))
      const last = batches.at(-1)
      if (last === undefined) return
      // Everybody who follows these captions gets here at once.
      await waitForTurn()
      const seen = batches.map(({ batch, commands }) => asPlainJson(viewFor(userId, batch, commands)))
      yield { event: { type: 'saved', batches: seen }, upTo: last.batch.revision }
      if (isLast) return
      from = last.batch.revision
    }
  }
}

/** The next batches for everybody at one revision. */
type Page = { readonly batches: readonly Unpacked[]; readonly isLast: boolean }

/** Without the bytes, which a slow reader of the stream would keep in memory. */
type Unpacked = { readonly batch: Omit<StoredBatch, 'changes'>; readonly commands: Command[] }

/** Reads the batches after a revision, as many as are small together. */
async function readPage(db: Db, projectId: string, revision: number): Promise<Page> {
  const stored = await batchesSince(db, projectId, { revision, most: PAGE })
  const batches: Unpacked[] = []
  let bytes = 0
  for (const { changes, ...batch } of stored) {
    if (changes.byteLength > LONG_BYTES) await waitForTurn()
    const commands = isShortPiece(changes) ? unpackChanges(changes).commands : undefined
    const length = commands === undefined ? 0 : JSON.stringify(commands).length
    if (batches.length > 0 && bytes + length > PAGE_BYTES) return { batches, isLast: false }
    bytes += length
    // Editors reload the captions instead of a batch that is too long to send.
    if (commands === undefined || length > BATCH_BYTES)
      batches.push({ batch: { ...batch, isReplacement: true }, commands: [] })
    else batches.push({ batch, commands })
  }
  return { batches, isLast: stored.length < PAGE }
}
