import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyCommands, type CaptionDocument, createDocument } from '#features/captions/model/index.ts'
import { TEMPLATES } from '#features/templates/model/index.ts'
import { perform, someDocument, someIntents } from '../../../../../tests/support/caption-edits.ts'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import {
  type CaptionTrack,
  createLayoutCache,
  fontsOf,
  type LayoutCache,
  type MeasuringContext,
  type Scene,
  sceneOf,
  trackOf,
} from '../index.ts'

const FRAME = { width: 1_080, height: 1_920 }

test.each(['karaoke', 'bounce'])('%s: builds the same scene after any edits as from scratch', (id) => {
  const template = templateOf(id)
  fc.assert(
    fc.property(someDocument(), someIntents(), (start, intents) => {
      const layouts = createLayoutCache()
      const context = evenLetters()
      for (const { after } of perform(start, intents)) {
        const [track, fresh] = [trackOf(after), trackOf(structuredClone(after))]
        expect(track).toEqual(fresh)
        expect(fontsOf(track, template)).toEqual(fontsOf(fresh, template))
        const scene = sceneOf({ track, template, frame: FRAME, context, layouts })
        expect(scene.pages).toEqual(sceneOf({ track: fresh, template, frame: FRAME, context }).pages)
      }
    }),
    { numRuns: 100 },
  )
})

test('lays out one caption when one word of two thousand is corrected', () => {
  const { layouts, context, measured } = counted()
  const before = talk(2_000)
  const whole = sceneFor(trackOf(before), { context, layouts })
  const pages = whole.pages.length
  measured.clear()
  const { doc } = applyCommands(before, [{ type: 'setWordText', id: 'w1000', text: 'corrected' }])
  expect(sceneFor(trackOf(doc), { context, layouts }).pages).toHaveLength(pages)
  expect([...measured].filter((text) => text !== ' ')).toContain('corrected')
  expect(measured.size).toBeLessThan(20)
})

test('keeps the layout of an unchanged caption on screen', () => {
  const { layouts, context } = counted()
  const before = talk(200)
  const first = sceneFor(trackOf(before), { context, layouts }).pageAt(500)
  const { doc } = applyCommands(before, [{ type: 'deleteWords', ids: ['w150'] }])
  expect(sceneFor(trackOf(doc), { context, layouts }).pageAt(500)).toBe(first)
})

test('lays out one caption to show one moment of two thousand words', () => {
  const { layouts, context, measured } = counted()
  const track = trackOf(talk(2_000))
  expect(sceneFor(track, { context, layouts }).pageAt(300_000)).toBeDefined()
  expect(measured.size).toBeLessThan(20)
})

test('showing a new style lays out the caption on screen, and others only when requested', () => {
  const { layouts, context, measured } = counted()
  const before = talk(2_000)
  expect(sceneFor(trackOf(before), { context, layouts }).pages.length).toBeGreaterThan(100)
  measured.clear()
  const styles = { main: { font: { size: 0.02 } } }
  const scene = sceneFor(trackOf({ ...before, styles }), { context, layouts })
  expect(scene.pageAt(300_000)?.em).toBe(Math.round(0.02 * FRAME.height))
  expect(measured.size).toBeLessThan(20)
  expect(new Set(scene.pages.map(({ em }) => em))).toEqual(new Set([Math.round(0.02 * FRAME.height)]))
})

test('a style that is tried changes the captions around the playhead, and all once it is chosen', () => {
  const before = talk(2_000)
  const captions = trackOf(before).captions
  const doc = { ...before, styles: { main: { font: { size: 0.02 } } } }
  const tried = trackOf(doc, { nearMs: 300_000 }).captions
  const restyled = tried.filter((caption, at) => caption !== captions[at])
  expect(restyled.length).toBeLessThan(50)
  expect(restyled.some(({ fromMs, toMs }) => fromMs <= 300_000 && toMs > 300_000)).toBe(true)
  expect(restyled.every(({ patches }) => patches[0] === doc.styles.main)).toBe(true)
  expect(trackOf(doc)).toEqual(trackOf(structuredClone(doc)))
  expect(trackOf(before)).toEqual(trackOf(structuredClone(before)))
})

test('finds the fonts of a tried style without reading the captions off screen', () => {
  const template = templateOf('karaoke')
  const before = talk(2_000)
  fontsOf(trackOf(before), template)
  const styles = { main: { font: { family: 'anton' } } }
  const tried = trackOf({ ...before, styles }, { nearMs: 300_000 })
  const [offScreen] = tried.captions
  if (offScreen === undefined) throw new Error('no captions')
  const { patches } = offScreen
  let reads = 0
  Object.defineProperty(offScreen, 'patches', { get: () => ((reads += 1), patches) })
  expect(fontsOf(tried, template).map(({ package: name }) => name)).toContain('anton')
  expect(reads).toBe(0)
})

test('a style that is tried after an edit is complete', () => {
  const before = talk(200)
  trackOf(before)
  const { doc } = applyCommands(before, [{ type: 'deleteWords', ids: ['w150'] }])
  const styled = { ...doc, styles: { main: { font: { size: 0.02 } } } }
  expect(trackOf(styled, { nearMs: 0 })).toEqual(trackOf(structuredClone(styled)))
})

test('lays out captions after the playhead first, then those before it', () => {
  const { layouts, context, measured } = counted()
  const scene = sceneFor(trackOf(talk(60)), { context, layouts })
  const order: number[] = []
  for (const _ of scene.layOutFrom(9_000)) {
    order.push(Math.min(...[...measured].flatMap((text) => (text === ' ' ? [] : [Number(text.slice(1))]))))
    measured.clear()
  }
  const turn = order.indexOf(Math.min(...order))
  expect(order[0]).toBeGreaterThan(order.at(-1) ?? 0)
  expect(order.slice(0, order.indexOf(Math.max(...order)) + 1)).toEqual(order.filter((word) => word >= (order[0] ?? 0)))
  expect(turn).toBe(order.length - 1)
})

function sceneFor(track: CaptionTrack, o: { context: MeasuringContext; layouts: LayoutCache }): Scene {
  return sceneOf({ track, template: templateOf('karaoke'), frame: FRAME, ...o })
}

/** A cache, and a context that records the texts it measures. */
function counted() {
  const context = evenLetters()
  const measured = new Set<string>()
  const { measureText } = context
  context.measureText = (text) => {
    measured.add(text)
    return measureText(text)
  }
  return { layouts: createLayoutCache(), context, measured }
}

/** Captions of words `w1`, `w2` and so on, whose text is their id. */
function talk(count: number): CaptionDocument {
  const words = Array.from({ length: count }, (_, at) => ({
    text: `w${at + 1}`,
    startMs: at * 300,
    endMs: at * 300 + 300,
    confidence: 1,
    timing: 'asr' as const,
  }))
  const media = { id: 'p', durMs: count * 300, fps: { n: 30, d: 1 }, w: 1_080, h: 1_920 }
  return createDocument({ id: 'd', media, lang: 'en', provenance: { engine: 'test', model: 'test' }, words })
}

function templateOf(id: string) {
  const template = TEMPLATES.find((each) => each.id === id)
  if (template === undefined) throw new Error(`no template ${id}`)
  return template
}
