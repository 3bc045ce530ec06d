import { expect, test } from 'vitest'
import { documentOf } from '../../../../../tests/support/captions.ts'
import {
  applyCommands,
  type BrandKitRef,
  type CaptionDocument,
  changesFromKit,
  type Command,
  type KitStyle,
  labelCommands,
} from '../index.ts'

const LOGO = { assetId: 'acme', anchor: 'top-left', size: 0.2, margin: 0.05, opacity: 1 } as const
const BOXED = { id: 'boxed', version: 1 }
const RED = { fill: { active: '#ff0000' } }
const BLUE = { fill: { active: '#0000ff' } }

test('a document that starts to follow gets the values of the kit and keeps the rest', () => {
  const own = edited(documentOf('Hello there'), { type: 'setStyle', styleId: 'main', patch: { font: { size: 0.05 } } })
  const doc = edited(own, follow(1, { template: BOXED, patch: RED, logo: LOGO }))
  expect(doc.template).toEqual(BOXED)
  expect(doc.styles['main']).toEqual({ font: { size: 0.05 }, ...RED })
  expect(doc.overlays?.logo).toEqual(LOGO)
  expect(changesFromKit(doc)).toEqual(['font.size'])
})

test('a later revision replaces what the document has unchanged from the earlier one', () => {
  const doc = edited(
    documentOf('Hello there'),
    follow(1, { template: BOXED, patch: { ...RED, font: { size: 0.05 } }, logo: LOGO }),
  )
  const logo = { ...LOGO, assetId: 'new', size: 0.3 }
  const after = edited(doc, follow(2, { template: { id: 'bounce', version: 1 }, patch: BLUE, logo }))
  expect(after.template.id).toBe('bounce')
  expect(after.styles['main']).toEqual(BLUE)
  expect(after.overlays?.logo).toEqual(logo)
  expect(after.brandKit?.revision).toBe(2)
  expect(changesFromKit(after)).toEqual([])
})

test.each<[string, Command, string]>([
  ['a colour', { type: 'setStyle', styleId: 'main', patch: { fill: { active: '#00ff00' } } }, 'fill.active'],
  ['a colour reset', { type: 'setStyle', styleId: 'main', patch: {} }, 'fill.active'],
  ['the template', { type: 'setTemplate', template: { id: 'bounce', version: 1 } }, 'template'],
  ['the place of the logo', { type: 'setOverlays', overlays: { logo: { ...LOGO, anchor: 'bottom' } } }, 'logo'],
  ['no logo', { type: 'setOverlays', overlays: { logo: null } }, 'logo'],
])('keeps %s that was changed in the document', (_, own, field) => {
  const doc = edited(documentOf('Hello there'), follow(1, { template: BOXED, patch: RED, logo: LOGO }), own)
  expect(changesFromKit(doc)).toEqual([field])
  const after = edited(
    doc,
    follow(2, { template: { id: 'karaoke', version: 1 }, patch: BLUE, logo: { ...LOGO, size: 0.4 } }),
  )
  expect(changesFromKit(after)).toEqual([field])
  if (field !== 'logo') expect(after.overlays?.logo?.size).toBe(0.4)
  else expect(after.overlays?.logo?.anchor).toBe(doc.overlays?.logo?.anchor)
})

test('a logo that moved in one video becomes the new picture at its own place', () => {
  const moved = { ...LOGO, anchor: 'bottom' as const, t0: 0, t1: 500 }
  const doc = edited(documentOf('Hello there'), follow(1, { logo: LOGO }), {
    type: 'setOverlays',
    overlays: { logo: moved },
  })
  expect(edited(doc, follow(2, { logo: { ...LOGO, assetId: 'new' } })).overlays?.logo).toEqual({
    ...moved,
    assetId: 'new',
  })
})

test('what the kit no longer sets goes, unless the document changed it', () => {
  const doc = edited(documentOf('Hello there'), follow(1, { patch: { ...RED, font: { size: 0.05 } }, logo: LOGO }))
  const after = edited(doc, follow(2, { patch: { font: { size: 0.05 } } }))
  expect(after.styles['main']).toEqual({ font: { size: 0.05 } })
  expect(after.overlays).toBeUndefined()
})

const TITLE = { durationMs: 200, patch: { fill: { upcoming: '#ff0000' } }, place: { y: 0.3 } }
const CARD = { text: 'Follow @acme', durationMs: 200, background: '#112233' }

test('a title takes its look from the kit and keeps its text, and the card comes whole', () => {
  const own = edited(titled('Three myths'), follow(1, { title: TITLE, closing: CARD }))
  expect(own.overlays).toEqual({
    title: { text: 'Three myths', t0: 0, t1: 200, place: { y: 0.3 }, styleId: 'overlay-title' },
    closing: CARD,
  })
  expect(own.styles['overlay-title']).toEqual(TITLE.patch)
  expect(changesFromKit(own)).toEqual([])
})

test('without a text in the kit, a video without a title gets none', () => {
  const doc = edited(documentOf(SENTENCE), follow(1, { title: TITLE }))
  expect(doc.overlays).toBeUndefined()
  expect(changesFromKit(doc)).toEqual([])
})

test('a title of the kit appears in every video, until the kit has none', () => {
  const doc = edited(documentOf(SENTENCE), follow(1, { title: { ...TITLE, text: 'Weekly' } }))
  expect(doc.overlays?.title?.text).toBe('Weekly')
  expect(edited(doc, follow(2, {})).overlays).toBeUndefined()
})

test('a changed text and size of a card stay, and its colour follows the kit', () => {
  const doc = edited(
    documentOf(SENTENCE),
    follow(1, { closing: { ...CARD, patch: { font: { size: 0.05 }, fill: { upcoming: '#ff0000' } } } }),
    { type: 'setStyle', styleId: 'overlay-closing', patch: { font: { size: 0.09 }, fill: { upcoming: '#ff0000' } } },
    { type: 'setOverlays', overlays: { closing: { ...CARD, text: 'Bye', styleId: 'overlay-closing' } } },
  )
  expect(changesFromKit(doc)).toEqual(['closing'])
  const blue = { font: { size: 0.06 }, fill: { upcoming: '#0000ff' } }
  const after = edited(doc, follow(2, { closing: { ...CARD, background: '#ffffff', patch: blue } }))
  expect(after.overlays?.closing).toMatchObject({ text: 'Bye', background: '#ffffff' })
  expect(after.styles['overlay-closing']).toEqual({ font: { size: 0.09 }, fill: { upcoming: '#0000ff' } })
})

test('a card that was removed in one video stays removed', () => {
  const doc = edited(documentOf(SENTENCE), follow(1, { closing: CARD }), {
    type: 'setOverlays',
    overlays: { closing: null },
  })
  expect(changesFromKit(doc)).toEqual(['closing'])
  expect(edited(doc, follow(2, { closing: { ...CARD, text: 'New' } })).overlays).toBeUndefined()
})

test('a card of the kit covers at most half of a short video', () => {
  const doc = edited(documentOf(SENTENCE), follow(1, { closing: { ...CARD, durationMs: 60_000 } }))
  expect(doc.overlays?.closing?.durationMs).toBe(Math.floor(doc.media.durMs / 2))
  expect(changesFromKit(doc)).toEqual([])
})

test('one undo takes back the styles of title and card with the rest', () => {
  const before = titled('Three myths')
  const kit = follow(1, { title: TITLE, closing: { ...CARD, patch: TITLE.patch }, patch: RED })
  const { doc, inverse } = applyCommands(before, [kit])
  expect(Object.keys(doc.styles)).toEqual(['main', 'overlay-title', 'overlay-closing'])
  expect(applyCommands(doc, inverse).doc).toEqual(before)
})

test('the values stay when a document stops following', () => {
  const doc = edited(documentOf('Hello there'), follow(1, { template: BOXED, patch: RED }), {
    type: 'setBrandKit',
    kit: null,
  })
  expect(doc.brandKit).toBeUndefined()
  expect(doc.template).toEqual(BOXED)
  expect(doc.styles['main']).toEqual(RED)
})

test('a kit whose values are unknown changes nothing but its revision', () => {
  const { doc } = applyCommands(documentOf('Hello there'), [
    { type: 'restore', parts: { brandKit: { id: 'kit', revision: 1 } } },
  ])
  const own = edited(doc, { type: 'setStyle', styleId: 'main', patch: RED })
  const after = edited(own, follow(2, { template: BOXED, patch: BLUE }))
  expect([after.template, after.styles['main'], after.brandKit?.revision]).toEqual([doc.template, RED, 2])
})

test('the history names what happened', () => {
  const label = (doc: CaptionDocument, command: Command) =>
    labelCommands([command], applyCommands(doc, [command]).inverse)
  const doc = edited(documentOf('Hello there'), follow(1, { patch: RED }))
  expect(label(documentOf('Hello there'), follow(1, {}))).toBe('Follow the brand kit')
  expect(label(doc, follow(2, {}))).toBe('Apply the changed brand kit')
  expect(label(doc, { type: 'setBrandKit', kit: null })).toBe('Stop following the brand kit')
})

const SENTENCE = 'never lose a word again when two people edit one clip'

function titled(text: string): CaptionDocument {
  return edited(documentOf(SENTENCE), { type: 'setOverlays', overlays: { title: { text, t0: 0, t1: 300 } } })
}

function follow(revision: number, style: KitStyle): Command {
  const kit: BrandKitRef = { id: 'kit', revision, style }
  return { type: 'setBrandKit', kit }
}

function edited(doc: CaptionDocument, ...commands: Command[]): CaptionDocument {
  return applyCommands(doc, commands).doc
}
