import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Intent, perform, someDocument, someIntent } from '../../../../../tests/support/caption-edits.ts'
import { type CaptionDocument, changesFromKit, isSameValue, MAIN_STYLE } from '../index.ts'

const kitIntent = someIntent(['setBrandKit'])
const ownIntents = fc.array(someIntent(['setTemplate', 'setStyle', 'setOverlays']), { minLength: 1, maxLength: 5 })

test('a new revision of the kit never overwrites a change made in the document', () => {
  fc.assert(
    fc.property(someDocument(1, 3), kitIntent, ownIntents, kitIntent, (start, first, own, second) => {
      const following = applied(start, first)
      if (following.brandKit === undefined) return
      const doc = own.reduce(applied, following)
      const after = applied(doc, second)
      if (after.brandKit === undefined) {
        expect(lookOf(after)).toEqual(lookOf(doc))
        return
      }
      for (const field of changesFromKit(doc)) {
        if (field === 'logo') expect(after.overlays?.logo ?? null).toEqual(withOwnFields(after, doc))
        else if (field === 'title' || field === 'closing') expectOwnText(after, doc, field)
        else expect(valueAt(after, field), field).toEqual(valueAt(doc, field))
      }
    }),
    { numRuns: 500 },
  )
})

test('a document without changes of its own equals the newest kit', () => {
  fc.assert(
    fc.property(someDocument(1, 3), kitIntent, fc.array(kitIntent, { maxLength: 4 }), (start, first, later) => {
      const following = applied(start, first)
      if (following.brandKit === undefined || changesFromKit(following).length > 0) return
      let doc = following
      for (const intent of later) {
        doc = applied(doc, intent)
        if (doc.brandKit === undefined) return
        expect(changesFromKit(doc)).toEqual([])
      }
    }),
    { numRuns: 500 },
  )
})

function applied(doc: CaptionDocument, intent: Intent): CaptionDocument {
  return perform(doc, [intent]).at(-1)?.after ?? doc
}

function lookOf({ template, styles, overlays }: CaptionDocument) {
  return { template, styles, overlays }
}

/** The logo with the fields that were changed in the earlier document, or null where it was removed. */
function withOwnFields(after: CaptionDocument, { overlays, brandKit }: CaptionDocument) {
  const own = overlays?.logo ?? null
  const kit = brandKit?.style?.logo
  if (own === null || kit === undefined) return own
  const changed = Object.entries(own).filter(([name, value]) => value !== Reflect.get(kit, name))
  return { ...after.overlays?.logo, ...Object.fromEntries(changed) }
}

/** What the earlier document changed in a title or closing card is still there. */
function expectOwnText(after: CaptionDocument, doc: CaptionDocument, name: 'title' | 'closing') {
  const own = doc.overlays?.[name]
  const kit = doc.brandKit?.style?.[name]
  if (!own) {
    expect(after.overlays?.[name] ?? null).toBeNull()
    return
  }
  if (own.text !== kit?.text) expect(after.overlays?.[name]?.text).toBe(own.text)
  if (own.place !== undefined && !isSameValue(own.place, kit?.place))
    expect(after.overlays?.[name]?.place).toEqual(own.place)
  const size = sizeOf(doc, name)
  if (size !== undefined && size !== kit?.patch?.font?.size) expect(sizeOf(after, name)).toBe(size)
}

function sizeOf({ overlays, styles }: CaptionDocument, name: 'title' | 'closing') {
  return styles[overlays?.[name]?.styleId ?? '']?.font?.size
}

function valueAt(doc: CaptionDocument, field: string): unknown {
  const path = field === 'template' ? ['template'] : ['styles', MAIN_STYLE, ...field.split('.')]
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    doc,
  )
}
