import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import {
  applyCommands,
  type Batch,
  CaptionDocument,
  checkDocument,
  Command,
  createDocument,
  exportJson,
  exportSrt,
  exportVtt,
  traceCommands,
  WorkBudget,
} from '#features/captions/model/index.ts'
import { acceptEdits, acceptEditsTask } from '#features/captions/server/edits/accept-edits.ts'
import { packDocument, parseDocument } from '#features/captions/server/storage/document-rows.ts'
import { asPlainJson } from '#platform/server/plain-json.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import { z } from 'zod'
import { median } from './measure.ts'

/**
 * The cost of caption edits: processor time per budget step, an ordinary correction against validating the whole
 * document, and the longest turn of the event loop for captions of two hours. `node bench/edit-budget.ts`
 */
const TURN_MS = 50
const STEP_US = 4
const RUNS = 9

const Restoring = z.array(Command)
let failed = false
await stepsOfCommands(documentOf(30_000))
ordinaryEdit(2_000)
await turns(20_000)
process.exitCode = failed ? 1 : 0

/** Each command at about its maximum size. */
async function stepsOfCommands(doc: CaptionDocument): Promise<void> {
  console.log(`processor time of a step, in captions of ${doc.words.length} words`)
  const ids = doc.words.map(({ id }) => id)
  const cut = applyCommands(doc, [{ type: 'resegment', profile: 'bbc', newId: 'c' }])
  const { inverse } = applyCommands(doc, [{ type: 'deleteWords', ids }])
  const replace = { type: 'replaceText', matchCase: false, wholeWords: false, newId: 'n' } as const
  const empty = applyCommands(doc, [{ type: 'deleteWords', ids }]).doc
  const commands: [string, CaptionDocument, Command][] = [
    ['correct a word', doc, { type: 'setWordText', id: 'w15000', text: 'changed' }],
    ['mark all words', doc, { type: 'setTag', ids, tag: 'keyword', on: true }],
    ['delete all words', doc, { type: 'deleteWords', ids }],
    ['put all words back', empty, inverse[0] ?? { type: 'setTemplate', template: doc.template }],
    ['put all captions back', cut.doc, cut.inverse[0] ?? { type: 'setTemplate', template: doc.template }],
    ['replace everywhere', doc, { ...replace, find: 'the', replace: 'one' }],
    ['look for a long text', doc, { ...replace, find: `${'the quick '.repeat(49)}x`, replace: 'one' }],
    ['recut', doc, { type: 'resegment', profile: 'netflix', newId: 'n' }],
    ['recut words of one letter', documentOf(30_000, 'a'), { type: 'resegment', profile: 'netflix', newId: 'n' }],
    ['recut words without width', documentOf(30_000, '\u0301'), { type: 'resegment', profile: 'netflix', newId: 'n' }],
  ]
  for (const [name, on, command] of commands) {
    let steps = 0
    const ms = median(
      Array.from({ length: RUNS }, () =>
        cpuOf(() => {
          const budget = new WorkBudget()
          traceCommands(on, [command], budget)
          steps = budget.spent
        }),
      ),
    )
    const perStep = (ms * 1_000) / steps
    printCheck(perStep <= STEP_US, `  ${name}: ${ms.toFixed(1)} ms, ${steps} steps, ${perStep.toFixed(2)} µs each`)
    await nextTurn()
  }
}

/** A correction on the server in memory, and with the whole document read, validated and written. */
function ordinaryEdit(words: number): void {
  const json = JSON.stringify(documentOf(words))
  const commands: Command[] = [{ type: 'setWordText', id: 'w100', text: 'changed' }]
  const batches: Batch[] = [{ batchId: crypto.randomUUID(), commands }]
  const inMemory = documentOf(words)
  const now = () => acceptEdits(inMemory, { since: [], batches, userId: 'ada', steps: 10_000 })
  const checkingAll = () => {
    const { doc } = traceCommands(CaptionDocument.parse(JSON.parse(json)), commands)
    checkDocument(doc)
    return JSON.stringify(doc)
  }
  const pairs = Array.from({ length: 40 }, () => [cpuOf(now), cpuOf(checkingAll)] as const)
  const [ours, before] = [median(pairs.map(([ms]) => ms).slice(1)), median(pairs.map(([, ms]) => ms).slice(1))]
  console.log(`a correction in captions of ${words} words`)
  printCheck(
    ours <= before,
    `  ${ours.toFixed(1)} ms; with the stored document read, checked and written ${before.toFixed(1)} ms`,
  )
}

/** The longest turn of the event loop while captions are read, edited, announced and exported. */
async function turns(words: number): Promise<void> {
  const document = documentOf(words)
  const snapshot = { revision: 1, packed: packDocument(document) }
  const stored = { revision: 1, state: randomUUID(), snapshot, effects: [] }
  const pool = openThreadPool()
  const edit = (commands: Command[]) => ({
    current: stored,
    since: [],
    batches: [{ batchId: crypto.randomUUID(), commands }],
    userId: 'ada',
    steps: 400_000,
  })
  const inThread = (commands: Command[]) => () =>
    pool.run(acceptEditsTask, edit(commands), { account: 'ada', tooSlow: 'Too slow' })
  const serializer = new StandardRPCJsonSerializer()
  const recut: Command = { type: 'resegment', profile: 'netflix', newId: 'n' }
  const file = (write: (doc: CaptionDocument) => string) => async () => {
    const doc = parseDocument(stored)
    await nextTurn()
    return new TextEncoder().encode(write(doc))
  }
  const work: [string, () => Promise<unknown>][] = [
    ['a correction in a thread', inThread([{ type: 'setWordText', id: 'w100', text: 'changed' }])],
    ['recut in a thread', inThread([recut])],
    [
      'reading',
      async () => {
        const doc = parseDocument(stored)
        await nextTurn()
        return JSON.stringify(serializer.serialize({ document: asPlainJson(doc) })[0])
      },
    ],
    [
      'reading all words to put back',
      async () => {
        const input: unknown = JSON.parse(restoring)
        await nextTurn()
        return Restoring.parse(input)
      },
    ],
    ['SRT', file(exportSrt)],
    ['WebVTT with word times', file((doc) => exportVtt(doc, { words: true }))],
    ['JSON', file(exportJson)],
  ]
  const ids = document.words.map(({ id }) => id)
  const restoring = JSON.stringify(applyCommands(document, [{ type: 'deleteWords', ids }]).inverse)
  console.log(`longest turn of the event loop, captions of ${words} words`)
  for (const [name, once] of work) {
    await once()
    const ms = await longestTurn(once)
    printCheck(ms <= TURN_MS, `  ${name}: ${ms.toFixed(0)} ms`)
  }
  await pool.close()
}

/** The median over runs of the longest turn in each, ms. */
async function longestTurn(once: () => Promise<unknown>): Promise<number> {
  const longest: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await new Promise((resolve) => setTimeout(resolve, 5))
    delay.reset()
    await once()
    await new Promise((resolve) => setTimeout(resolve, 5))
    delay.disable()
    longest.push(delay.max / 1e6)
  }
  return median(longest)
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function printCheck(good: boolean, line: string): void {
  failed ||= !good
  console.log(`${line}${good ? '' : '   <- over'}`)
}

function documentOf(count: number, text?: string): CaptionDocument {
  const said =
    'the quick brown fox jumps over a lazy dog and then it runs away from Ada Lovelace, who wrote programs.'.split(' ')
  const words = Array.from({ length: count }, (_, at) => ({
    text: text ?? said[at % said.length] ?? '',
    startMs: at * 240,
    endMs: at * 240 + 200,
    confidence: 0.9,
    timing: 'asr' as const,
  }))
  return createDocument({
    id: 'd',
    lang: 'en',
    provenance: { engine: 'bench', model: 'bench' },
    words,
    media: { id: 'p', durMs: count * 240 + 1_000, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 },
  })
}
