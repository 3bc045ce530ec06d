import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someDocument } from '../../../../../../tests/support/caption-edits.ts'
import { documentOf } from '../../../../../../tests/support/captions.ts'
import { applyCommands, type CaptionDocument, cueSpan, cuesOf } from '../../../model/index.ts'
import { type DragMode, type Grip, movingEdges, planDrag, previewSpan, wordRange } from './drag-edit.ts'

// Five words of 300 ms without pauses, except one of 200 ms after "lose"; the video lasts 5 s.
const START = applyCommands(documentOf('never lose a word again.'), [{ type: 'shiftWords', from: 'w3', byMs: 200 }]).doc

test.each([
  { grip: edge('w2', 't1'), byMs: 120, block: [300, 720], ripple: [300, 720] },
  { grip: edge('w2', 't1'), byMs: 900, block: [300, 800], ripple: [300, 1_500] },
  { grip: edge('w2', 't1'), byMs: -900, block: [300, 320], ripple: [300, 320] },
  { grip: edge('w2', 't0'), byMs: -50, block: [300, 600], ripple: [300, 600] },
  { grip: edge('w2', 't0'), byMs: 50, block: [350, 600], ripple: [350, 600] },
  { grip: words('w2', 'w2'), byMs: 900, block: [500, 800], ripple: [1_200, 1_500] },
  { grip: words('w1', 'w2'), byMs: 150, block: [450, 750], ripple: [450, 750] },
])('moves $grip by $byMs ms as far as there is room', ({ grip, byMs, block, ripple }) => {
  expect(spanAfter(grip, byMs, 'block')).toEqual(block)
  expect(spanAfter(grip, byMs, 'ripple')).toEqual(ripple)
})

test('moves all later words along in ripple mode, and none in block mode', () => {
  const last = ({ words: all }: CaptionDocument) => all.at(-1)?.t0
  expect(last(after(edge('w2', 't1'), 100, 'ripple'))).toBe((last(START) ?? 0) + 100)
  expect(last(after(edge('w2', 't1'), 100, 'block'))).toBe(last(START))
})

test.each([
  { grip: edge('w1', 't1'), byMs: 100, gives: [0, 400, 400, 600] },
  { grip: edge('w2', 't0'), byMs: -100, gives: [0, 200, 200, 600] },
  { grip: edge('w2', 't0'), byMs: 900, gives: [0, 580, 580, 600] },
  { grip: edge('w1', 't1'), byMs: -900, gives: [0, 20, 20, 600] },
  { grip: edge('w2', 't1'), byMs: 100, gives: [0, 300, 300, 700] },
  { grip: edge('w1', 't0'), byMs: 100, gives: [100, 300, 300, 600] },
])('rolls $grip by $byMs ms together with the word that it touches', ({ grip, byMs, gives }) => {
  expect(planDrag(START, grip, byMs, 'roll')?.commands).toHaveLength(1)
  const doc = after(grip, byMs, 'roll')
  expect(doc.words.slice(0, 2).flatMap(({ t0, t1 }) => [t0, t1])).toEqual(gives)
  expect(doc.words.slice(2)).toEqual(START.words.slice(2))
})

test('rolls the edge between two captions that touch, from either side', () => {
  const start = applyCommands(documentOf('never lose a word'), [{ type: 'splitCue', before: 'w3', newId: 'c2' }]).doc
  const [first, second] = cuesOf(start)
  for (const grip of [cueEdge(first?.id, 't1'), cueEdge(second?.id, 't0')]) {
    const plan = planDrag(start, grip, -50, 'roll')
    expect(plan).toMatchObject({ byMs: -50, commands: [{ type: 'setCueTimes' }] })
    const { doc } = applyCommands(start, plan?.commands ?? [])
    const [one, other] = cuesOf(doc).map((cue) => cueSpan(doc, cue))
    expect([one?.t1, other?.t0]).toEqual([550, 550])
  }
  expect(planDrag(start, cueEdge(second?.id, 't1'), 100, 'roll')?.byMs).toBe(100)
})

test('is one command in block mode, and finds its words in the opposite order of selecting too', () => {
  const plan = planDrag(START, words('w2', 'w1'), 50, 'block')
  expect(plan?.commands).toEqual([
    {
      type: 'retimeWords',
      words: [
        { id: 'w1', t0: 50, t1: 350 },
        { id: 'w2', t0: 350, t1: 650 },
      ],
    },
  ])
})

test('plans nothing for a word that is gone', () => {
  expect(planDrag(START, edge('gone', 't0'), 50, 'block')).toBeUndefined()
  expect(movingEdges(START, words('w1', 'gone'))).toBeUndefined()
})

test('every plan applies, undoes exactly, and looks while dragging as it does after', () => {
  fc.assert(
    fc.property(
      someDocument(),
      fc.nat(),
      fc.nat(),
      fc.integer({ min: -4_000, max: 4_000 }),
      fc.constantFrom<DragMode>('block', 'ripple', 'roll'),
      fc.constantFrom('words', 't0', 't1'),
      (doc, one, other, wantedMs, mode, part) => {
        const [from, to] = [doc.words[one % doc.words.length]?.id, doc.words[other % doc.words.length]?.id]
        if (from === undefined || to === undefined) return
        const grip = part === 'words' ? words(from, to) : edge(from, part === 't0' ? 't0' : 't1')
        expectPlan(doc, grip, wantedMs, mode)
      },
    ),
    { numRuns: 400 },
  )
})

function expectPlan(doc: CaptionDocument, grip: Grip, wantedMs: number, mode: DragMode): void {
  const plan = planDrag(doc, grip, wantedMs, mode)
  if (plan === undefined) throw new Error('the words are there')
  expect(Math.abs(plan.byMs)).toBeLessThanOrEqual(Math.abs(wantedMs))
  expect(plan.commands.length > 0).toBe(plan.byMs !== 0)
  if (plan.commands.length === 0) return
  const { doc: changed, inverse } = applyCommands(doc, plan.commands)
  expect(applyCommands(changed, inverse).doc).toEqual(doc)
  const preview = plan.preview()
  for (const [at, word] of changed.words.entries())
    expect(previewSpan(preview, at)).toMatchObject({ t0: word.t0, t1: word.t1 })
  const range = wordRange(doc, grip)
  const others =
    mode === 'block' ? [...doc.words.keys()].filter((at) => at < (range?.from ?? 0) || at > (range?.to ?? 0)) : []
  for (const at of others) expect(changed.words[at]).toBe(doc.words[at])
}

function after(grip: Grip, byMs: number, mode: DragMode): CaptionDocument {
  return applyCommands(START, planDrag(START, grip, byMs, mode)?.commands ?? []).doc
}

function spanAfter(grip: Grip, byMs: number, mode: DragMode): number[] {
  const { words: all } = after(grip, byMs, mode)
  const word = all[1]
  return word === undefined ? [] : [word.t0, word.t1]
}

function edge(wordId: string, side: 't0' | 't1'): Grip {
  return { on: 'word-edge', wordId, edge: side }
}

function words(from: string, to: string): Grip {
  return { on: 'words', from, to }
}

function cueEdge(cueId: string | undefined, which: 't0' | 't1'): Grip {
  return { on: 'cue-edge', cueId: cueId ?? '', edge: which }
}
