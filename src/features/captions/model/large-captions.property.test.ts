import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attempt,
  counted,
  type Kind,
  KINDS,
  type Large,
  largeCommand,
  largeDocument,
  someLarge,
} from '../../../../tests/support/large-captions.ts'
import { threadMs } from '../../../../tests/support/linear.ts'
import { MOST_LETTERS, MOST_WORDS } from './document.ts'
import { lettersOf } from './document-size.ts'
import {
  type CaptionDocument,
  checkDocument,
  checkSize,
  type Command,
  IN_PLACE_STEPS,
  stepsOf,
  traceCommands,
  WorkBudget,
} from './index.ts'

// oxlint-disable-next-line node/no-process-env -- options of this test
const { CAPTION_FUZZ_RUNS = '1', CAPTION_FUZZ_SEED = '4870' } = process.env
const LARGE_RUNS = { numRuns: 10, seed: Number(CAPTION_FUZZ_SEED) }
const LARGEST_RUNS = { numRuns: Number(CAPTION_FUZZ_RUNS), seed: Number(CAPTION_FUZZ_SEED) }

/** Reads of words that one step pays for. */
const LOOKS_PER_STEP = 60
/** Reads of each word to find words around their earlier indexes. */
const LOOKS_PER_WORD = 7

/** Maximum words named by a request that is read on the event loop (`app/server/body-limits.ts`): 100 kB. */
const MOST_NAMED = 11_000

/** Maximum processor time of one request on the event loop, ms. */
const MOST_MS = 50
/** Copies of all words in that time on an idle machine. */
const COPIES = 10

const LARGE: Record<Kind, string> = { ordinary: 'banana', narrow: '\u0301', wide: '"'.repeat(100), joined: 'a' }
/** The largest documents: 15 letters of text and 15 of recognised text for each word. */
const LARGEST: Record<Kind, string> = {
  ordinary: 'banana-bananas.',
  narrow: '\u0301'.repeat(15),
  wide: '"'.repeat(15),
  joined: 'bananas-bananas',
}

test('bounds the work of commands by their steps, and keeps documents within their limits', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.array(someLarge(), { maxLength: 8 }), (kind, intents) =>
      expectBounded(largeDocument(kind, 3_000, LARGE), intents),
    ),
    LARGE_RUNS,
  )
})

test.each(KINDS)('bounds the work in the longest captions (%s)', (kind) => {
  const doc = largestDocument(kind)
  fc.assert(
    fc.property(fc.array(someLarge(), { minLength: 1, maxLength: 6 }), (intents) => expectBounded(doc, intents)),
    LARGEST_RUNS,
  )
})

test.each(KINDS)('keeps every batch under 50 ms on the event loop in the longest captions (%s)', (kind) => {
  const start = largestDocument(kind)
  fc.assert(
    fc.property(fc.array(someLarge(), { minLength: 1, maxLength: 6 }), (intents) => {
      const batch: Command[] = []
      let doc = start
      for (const [at, intent] of intents.entries()) {
        const command = largeCommand(doc, intent, { newId: `n${at}`, most: MOST_NAMED })
        if (command === undefined) continue
        expect(costOf(doc, [command]), `${command.type}, ms`).toBeLessThan(limitFor(doc))
        const after = attempt(() => traceCommands(doc, [command]))?.doc
        if (after === undefined) continue
        batch.push(command)
        doc = after
      }
      expect(costOf(start, batch), `${batch.map(({ type }) => type).join(', ')}, ms`).toBeLessThan(limitFor(start))
    }),
    LARGEST_RUNS,
  )
})

test('builds the longest captions at the size limit', () => {
  for (const kind of KINDS) {
    const { words } = largestDocument(kind)
    expect(words).toHaveLength(MOST_WORDS)
    expect(lettersOf(words)).toBe(MOST_LETTERS)
  }
})

/** Applies commands in order, and checks the reads and growth of each against its steps and the limits. */
function expectBounded(whole: CaptionDocument, intents: readonly Large[]): void {
  const { doc: start, looked } = counted(whole)
  const budget = new WorkBudget()
  // Count and index all words first, as part of loading them.
  stepsOf(start, { type: 'setWordText', id: 'w1', text: 'a' })
  lettersOf(start.words)
  let doc = start
  for (const [at, intent] of intents.entries()) {
    const command = largeCommand(doc, intent, { newId: `n${at}` })
    if (command === undefined) continue
    const [looks, spent] = [looked(), budget.spent]
    const finding = Math.max(doc.words.length, 3_000) * LOOKS_PER_WORD
    doc = attempt(() => traceCommands(doc, [command], budget))?.doc ?? doc
    expect(looked() - looks, command.type).toBeLessThan(finding + (budget.spent - spent) * LOOKS_PER_STEP)
    checkDocument(doc)
    checkSize(doc)
  }
}

/**
 * Processor time of the commands of a request: applied on the event loop, or refused there at the limit. The fastest of
 * three runs, since other work slows the machine down.
 */
function costOf(doc: CaptionDocument, commands: readonly Command[]): number {
  const once = () => threadMs(() => attempt(() => traceCommands(doc, [...commands], new WorkBudget(IN_PLACE_STEPS))))
  return Math.min(once(), once(), once())
}

/** 50 ms, scaled to the current speed of this machine. */
function limitFor({ words }: CaptionDocument): number {
  const copy = () => threadMs(() => words.map((word) => ({ ...word })))
  return Math.max(MOST_MS, COPIES * Math.max(copy(), copy(), copy()))
}

const largest = new Map<Kind, CaptionDocument>()

function largestDocument(kind: Kind): CaptionDocument {
  const doc = largest.get(kind) ?? largeDocument(kind, MOST_WORDS, LARGEST)
  largest.set(kind, doc)
  return doc
}
