import { expect, test } from 'vitest'
import { newestTemplate } from '#features/templates/model/index.ts'
import type { PictureLayout, PlacedCaption } from '../../model/index.ts'
import { checkContrast, type ContrastCheck, type ContrastSources, outwardsFrom } from './check-contrast.ts'

test('begins with captions after the playhead, then before it, and reaches each caption once', () => {
  const order = outwardsFrom(250, 1_000)
  expect(order.slice(0, 2)).toEqual([250, 251])
  expect(order[100]).toBe(150)
  expect(order[200]).toBe(350)
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, at) => at))
})

test('reaches all captions from the first and from the last one', () => {
  for (const first of [0, 149, 299]) expect(new Set(outwardsFrom(first, 300)).size, `from ${first}`).toBe(300)
  expect(outwardsFrom(0, 0)).toEqual([])
})

test('keeps what it found before of captions that it has not measured again', async () => {
  const { check, sources } = whiteFilm(3)
  const [before] = (await check(sources)).slice(-1)
  expect(before).toMatchObject({ isComplete: true, isWhole: true })
  const reports = await check({ ...sources, layout: layoutOf(3, '#000000'), before: before?.byCue ?? new Map() })
  expect(reports.map(({ isComplete }) => isComplete)).toEqual([false, true])
  expect(reports.map(ratios)).toEqual([
    [21, 1, 1],
    [21, 21, 21],
  ])
})

test('reports only the end while captions are as they were before', async () => {
  const { check, sources } = whiteFilm(20)
  const [before] = (await check(sources)).slice(-1)
  const reports = await check({ ...sources, before: before?.byCue ?? new Map() })
  expect(reports.map(({ isComplete }) => isComplete)).toEqual([true])
})

test('loads no picture again for another colour of the same letters', async () => {
  const { check, sources, loaded } = whiteFilm(3)
  await check(sources)
  expect(loaded()).toBe(3)
  const reports = await check({ ...sources, layout: layoutOf(3, '#000000') })
  expect(reports.slice(-1).map(ratios)).toEqual([[21, 21, 21]])
  expect(loaded()).toBe(3)
})

test('keeps captions far away as far as they did not change, and loads no pictures of them', async () => {
  const { check, sources, loaded } = whiteFilm(3)
  const [whole] = (await check(sources)).slice(-1)
  const before = whole?.byCue ?? new Map()
  const near = await check({ ...sources, before, order: [0], kept: [1, 2] })
  expect(near.map(({ isComplete, isWhole }) => [isComplete, isWhole])).toEqual([[true, false]])
  expect(near.map(ratios)).toEqual([[1, 1, 1]])
  const changed = await check({ ...sources, before, layout: layoutOf(3, '#000000'), order: [0], kept: [1, 2] })
  expect(changed.slice(-1).map(ratios)).toEqual([[21]])
  expect(loaded()).toBe(3)
})

/** A white video of so many captions, a second each, and how many of its pictures were loaded. */
function whiteFilm(count: number) {
  let loads = 0
  const image = {} as ImageBitmap
  const sources: Omit<ContrastSources, 'onChecked'> = {
    layout: layoutOf(count, '#FFFFFF'),
    media: {
      tileAt() {
        loads += 1
        return { image, x: 0, y: 0, width: 40, height: 72, spanMs: 1_000 }
      },
      onChange: () => () => {},
    },
    reader: { read: async () => [0xff_ff_ff] },
    known: { colors: new Map(), pictures: [], captions: new WeakMap() },
    before: new Map(),
    order: outwardsFrom(0, count),
    kept: [],
    idle: async () => ({ timeRemaining: () => 10 }),
  }
  async function check(o: Omit<ContrastSources, 'onChecked'>): Promise<ContrastCheck[]> {
    const reports: ContrastCheck[] = []
    await checkContrast({ ...o, onChecked: (report) => reports.push(report) }, new AbortController().signal)
    return reports
  }
  return { check, sources, loaded: () => loads }
}

function layoutOf(count: number, color: string): PictureLayout {
  const look = {
    ...newestTemplate('clean-line'),
    fill: { upcoming: color, active: color, spoken: color, gradientTo: null },
    emphasis: { color: null, scale: 1 },
    accentActive: false,
    stroke: null,
    shadows: [],
    box: null,
  }
  const box = { x0: 10, y0: 10, x1: 90, y1: 30 }
  const parts = Array.from({ length: count }, (_, at): readonly PlacedCaption[] => [
    {
      cueId: `c${at}`,
      box,
      anchor: { x: 50, y: 20 },
      em: 20,
      maxWidth: 80,
      fromMs: 1_000 * at,
      toMs: 1_000 * (at + 1),
      letterings: [{ letters: [box], lettering: { look, accent: color } }],
    },
  ])
  return { frame: { width: 100, height: 180 }, count, captionAt: () => undefined, partsOf: (at) => parts[at] ?? [] }
}

function ratios({ byCue }: ContrastCheck): number[] {
  return [...byCue.values()].map(({ ratio }) => Math.round(ratio))
}
