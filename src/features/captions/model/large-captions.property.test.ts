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

// oxlint-disable-next-line node/no-process-env -- a test's own knob
const { CAPTION_FUZZ_RUNS = '4', CAPTION_FUZZ_SEED = '4870' } = process.env
const LARGE_RUNS = { numRuns: 40, seed: Number(CAPTION_FUZZ_SEED) }
const LARGEST_RUNS = { numRuns: Number(CAPTION_FUZZ_RUNS), seed: Number(CAPTION_FUZZ_SEED) }

/** A step pays for so many looks. */
const LOOKS_PER_STEP = 60
/** For finding words around the places where they stood before, a command looks at each word so often. */
const LOOKS_PER_WORD = 7

/** Most words that the commands of a request name before a thread reads it (`app/server/body-limits.ts`): 100 kB. */
const MOST_NAMED = 11_000

/** Processor time that one request may take of the event loop, ms. */
const MOST_MS = 50
/** How often a copy of every word fits in that time on a machine that does nothing else. */
const COPIES = 10

const LARGE: Record<Kind, string> = { ordinary: 'banana', narrow: '\u0301', wide: '"'.repeat(100), joined: 'a' }
/** With as many letters as a document may have: 15 said and 15 heard for each word. */
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

/** Does commands one after another, holding what each looks at and makes against what it pays and what is allowed. */
function expectBounded(whole: CaptionDocument, intents: readonly Large[]): void {
  const { doc: start, looked } = counted(whole)
  const budget = new WorkBudget()
  // Counting and indexing all words once belongs to reading them.
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
 * Processor time of commands as a request gives it: done on the event loop, or refused there as soon as they cost more.
 * The fastest of three, since other work of the machine slows it down.
 */
function costOf(doc: CaptionDocument, commands: readonly Command[]): number {
  const once = () => threadMs(() => attempt(() => traceCommands(doc, [...commands], new WorkBudget(IN_PLACE_STEPS))))
  return Math.min(once(), once(), once())
}

/** What 50 ms are on this machine at this moment, ms. */
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
