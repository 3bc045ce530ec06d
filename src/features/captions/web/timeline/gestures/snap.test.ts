import fc from 'fast-check'
import { expect, test } from 'vitest'
import { snapEdges, snapToSpans, snapToTimes } from './snap.ts'

const SHOTS = snapToTimes('shot', [1_000, 2_000])
const PLAYHEAD = snapToTimes('playhead', [1_500])

test.each([
  { edges: [900], byMs: 70, snaps: { byMs: 100, kind: 'shot', tMs: 1_000 } },
  { edges: [900], byMs: 160, snaps: undefined },
  // The end of a moving word is nearer than its start.
  { edges: [600, 1_480], byMs: 12, snaps: { byMs: 20, kind: 'playhead', tMs: 1_500 } },
  { edges: [2_040], byMs: 0, snaps: { byMs: -40, kind: 'shot', tMs: 2_000 } },
])('snaps the nearest of the edges $edges moved by $byMs ms', ({ edges, byMs, snaps }) => {
  expect(snapEdges({ edges, byMs, withinMs: 50, targets: [PLAYHEAD, SHOTS] })).toEqual(snaps)
})

test('prefers the first kind at equal distance', () => {
  const targets = [snapToTimes('playhead', [110]), snapToTimes('word', [90])]
  expect(snapEdges({ edges: [100], byMs: 0, withinMs: 20, targets })?.kind).toBe('playhead')
})

test('snaps to nothing without targets', () => {
  const targets = [snapToTimes('shot', []), snapToSpans('word', [])]
  expect(snapEdges({ edges: [100], byMs: 0, withinMs: 1e6, targets })).toBeUndefined()
})

test('finds the nearest edge of the other spans like a search through all of them', () => {
  const someSpans = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 90 })), { minLength: 1, maxLength: 30 })
    .map((parts) => {
      let t = 0
      return parts.map(([gap, length]) => {
        const t0 = t + gap
        t = t0 + length
        return { t0, t1: t }
      })
    })
  fc.assert(
    fc.property(someSpans, fc.nat(), fc.nat(), fc.integer({ min: -50, max: 4_000 }), (spans, one, other, tMs) => {
      const from = one % spans.length
      const to = from + (other % (spans.length - from))
      const edges = spans.filter((_, at) => at < from || at > to).flatMap(({ t0, t1 }) => [t0, t1])
      const nearest = snapToSpans('word', spans, { from, to }).nearest(tMs)
      const least = Math.min(...edges.map((edge) => Math.abs(edge - tMs)))
      expect(Math.abs((nearest ?? Number.POSITIVE_INFINITY) - tMs)).toBe(least)
    }),
  )
})
