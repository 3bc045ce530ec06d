import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRouterClient } from '@orpc/server'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { rateLimitStorage } from '#features/accounts/server/index.ts'
import type { CaptionsEvent } from '#features/captions/model/index.ts'
import { captionsProcedures, createDocumentFor, OpenDocuments } from '#features/captions/server/index.ts'
import type { CaptionsApi } from '#features/captions/web/store/captions-api.ts'
import type { Probe } from '#features/media/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import { openEvents } from '#platform/server/events.ts'
import { silentLog } from '#platform/server/log.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import { commandFor, type Intent, someIntent } from '../support/caption-edits.ts'
import { testDatabase } from '../support/database.ts'
import {
  lostEdits,
  openTestEditor,
  readSavedState,
  settle,
  documentShown,
  type TestEditor,
} from '../support/two-editors.ts'

const RUNS = Number(process.env['TWO_EDITORS_RUNS'] ?? 30)

const { db, url } = await testDatabase()
const events = await openEvents({ url, log: silentLog() })
const threadPool = openThreadPool()
const consumeRateLimit = rateLimitStorage({ db, now: () => new Date() }).consume
afterAll(() => Promise.all([events.close(), threadPool.close()]))

test(
  'two editors converge without losing an edit over a faulty network',
  { timeout: 60_000 + RUNS * 5_000 },
  async () => {
    const seen = { conflicts: 0, saved: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(someStep(), { minLength: 8, maxLength: 40 }), fc.nat(), async (steps, seed) => {
        const outcome = await editTogether(steps, seed)
        seen.conflicts += outcome.conflicts
        seen.saved += outcome.saved
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
    // The runs must save edits and meet conflicts.
    expect(seen.saved).toBeGreaterThan(RUNS * 3)
    expect(seen.conflicts).toBeGreaterThan(0)
  },
)

test('asks which text wins when one editor deletes a word that the other merged', async () => {
  const { projectId } = await newProject()
  const network = new Network(0)
  network.heal()
  const open = () => openTestEditor(overNetwork(network), { projectId, clientId: randomUUID() })
  const [ada, bob] = [await open(), await open()]
  ada.store.actions.edit([{ type: 'mergeWords', ids: ['w2', 'w3'], text: 'losea' }])
  await ada.store.actions.flush()
  bob.store.actions.edit([{ type: 'deleteWords', ids: ['w3'] }])
  await bob.store.actions.flush()
  expect(bob.store.getState().conflicts).toMatchObject([{ details: { was: 'lose a', theirs: 'losea', mine: 'lose' } }])
})

type Step = {
  readonly who: 0 | 1
  readonly does: 'edit' | 'undo' | 'redo' | 'send' | 'decide' | 'rest'
  readonly intent: Intent
}

function someStep(): fc.Arbitrary<Step> {
  return fc.record({
    who: fc.constantFrom(0 as const, 1 as const),
    does: fc.constantFrom('edit', 'edit', 'edit', 'edit', 'undo', 'redo', 'send', 'send', 'decide', 'rest'),
    intent: someIntent(),
  })
}

async function editTogether(steps: readonly Step[], seed: number) {
  const { projectId, first } = await newProject()
  const network = new Network(seed)
  const editors = await Promise.all(
    [0, 1].map(() => openTestEditor(overNetwork(network), { projectId, clientId: randomUUID() })),
  )
  const decided = new Set<string>()
  const stops = editors.map(({ store }) => store.actions.follow())
  for (const [at, { who, does, intent }] of steps.entries()) {
    const editor = editors[who]
    if (editor === undefined) continue
    await act(editor, { does, intent, newId: `${who}-${at}`, decided })
  }
  network.heal()
  for (const stop of stops) stop()
  const again = editors.map(({ store }) => store.actions.follow())
  await settle(editors)
  for (const stop of again) stop()
  for (const { store } of editors) store.actions.dispose()

  const truth = await readSavedState(db, projectId, first)
  const { document, replayed, log } = truth
  expect(document).toEqual(replayed)
  const saved = new Set(log.map(({ batchId }) => batchId))
  for (const editor of editors) {
    expect(documentShown(editor)).toEqual(document)
    expect(
      [...editor.acknowledged].filter((id) => !saved.has(id)),
      'acknowledged and lost',
    ).toEqual([])
    expect(lostEdits(editor, truth, decided), 'lost silently').toEqual([])
  }
  const open = editors.reduce((sum, { store }) => sum + store.getState().conflicts.length, 0)
  return { conflicts: open + decided.size, saved: saved.size }
}

type EditorStep = Pick<Step, 'does' | 'intent'> & { readonly newId: string; readonly decided: Set<string> }

async function act({ store }: TestEditor, { does, intent, newId, decided }: EditorStep): Promise<void> {
  const { actions } = store
  if (does === 'undo') actions.undo()
  else if (does === 'redo') actions.redo()
  else if (does === 'send') void actions.flush().catch(() => undefined)
  else if (does === 'rest') await sleep(5)
  else if (does === 'decide') {
    const [open] = store.getState().conflicts
    if (open === undefined) return
    actions.resolve(open.id, intent.a % 2 === 0 ? 'mine' : 'theirs')
    const still = store.getState().conflicts.some(({ id }) => id === open.id)
    if (!still) for (const { batchId } of open.batches) decided.add(batchId)
  } else {
    const command = commandFor(store.getState().doc, intent, newId)
    if (command !== undefined) actions.edit([command])
  }
}

/** Picks the fault of each message from a seed. */
class Network {
  #state: number
  #healthy = false

  constructor(seed: number) {
    this.#state = seed
  }

  heal = () => void (this.#healthy = true)

  /** True as often as `chance` says; never once the network is healthy. */
  strikes(chance: number): boolean {
    return !this.#healthy && this.#next() < chance
  }

  /** Waits up to 12 ms. */
  async delay(): Promise<void> {
    if (!this.#healthy) await sleep(Math.floor(this.#next() * 12))
  }

  /** Mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The real procedures over the network, which may lose, delay or repeat requests and answers. */
function overNetwork(network: Network): CaptionsApi {
  const server = createRouterClient(
    captionsProcedures({
      db,
      events,
      threadPool,
      consumeRateLimit,
      now: () => new Date(),
      documents: new OpenDocuments(),
    }),
    {
      context: { caller: { userId: 'ada', email: 'ada@example.org' }, requestId: 'r' },
    },
  )
  const lost = () => new TypeError('the network')
  return {
    get: (input) => server.get(input),
    here: async () => ({ people: [] }),
    async apply(input) {
      if (network.strikes(0.15)) throw lost()
      if (network.strikes(0.15)) {
        // The sender gives up, but the request still arrives, after others.
        void sleep(30)
          .then(() => server.apply(input))
          .catch(() => undefined)
        throw lost()
      }
      await network.delay()
      if (network.strikes(0.2)) void server.apply(input).catch(() => undefined)
      const answer = await server.apply(input)
      await network.delay()
      if (network.strikes(0.2)) throw lost()
      return answer
    },
    async watch(input, { signal }) {
      if (network.strikes(0.2)) throw lost()
      return disturbed(network, await server.watch(input, { signal }))
    },
  }
}

/** A stream that breaks, repeats and reorders its events. */
async function* disturbed(network: Network, told: AsyncIterable<CaptionsEvent>) {
  let held: CaptionsEvent | undefined
  for await (const event of told) {
    await network.delay()
    if (network.strikes(0.1)) throw new TypeError('the network')
    if (held === undefined && network.strikes(0.2)) {
      held = event
      continue
    }
    yield event
    if (network.strikes(0.1)) yield event
    if (held !== undefined) yield held
    held = undefined
  }
}

async function newProject() {
  const projectId = randomUUID()
  await db.$client.query(`insert into projects (id, owner_id, title, size_bytes) values ($1, 'ada', 'Clip', 1)`, [
    projectId,
  ])
  const words = 'never lose a word again, and find every caption that you wrote where you left it.'
    .split(' ')
    .map((text, at) => ({ text, startMs: at * 400, endMs: at * 400 + 300, confidence: 0.9, timing: 'asr' as const }))
  const transcript = { words, lang: 'en', provenance: { engine: 'test', model: 'test' } }
  const first = await transaction(db, (tx) => createDocumentFor(tx, { id: projectId, probe: PROBE }, transcript))
  return { projectId, first }
}

const PROBE: Probe = {
  container: 'mp4',
  durationMs: 20_000,
  width: 1_080,
  height: 1_920,
  fps: { n: 30, d: 1 },
  variableFrameRate: false,
  rotation: 0,
  videoCodec: 'h264',
  audio: null,
  hdr: false,
}
