import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { type CaptionDocument } from '../document.ts'
import { BrandKitRef } from '../document/brand-kit-ref.ts'
import { Frame } from '../document/frame.ts'
import { Overlays } from '../document/overlay.ts'
import { Cut, GlossaryEntry, Marker, SetAside, Speaker } from '../document/parts.ts'
import { Limits, Waivers } from '../document/qc.ts'
import { Id } from '../document/scalars.ts'
import { TranslationCue, TranslationTrack } from '../document/track.ts'
import { applySplices, type Splice, spliceOf } from './splices.ts'

/** The parts of a document that are lists of items with ids. */
export const PART_LISTS = ['speakers', 'cuts', 'markers', 'glossary', 'setAside', 'frames'] as const
/** The parts that are set as a whole. */
export const PART_VALUES = ['brandKit', 'overlays', 'limits', 'waivers'] as const

/**
 * A change of the optional parts of a document: splices of its lists, and new values of the others; null removes one.
 */
export const PartsEdit = z.strictObject({
  speakers: z.array(spliceOf(Speaker)).optional(),
  cuts: z.array(spliceOf(Cut)).optional(),
  markers: z.array(spliceOf(Marker)).optional(),
  glossary: z.array(spliceOf(GlossaryEntry)).optional(),
  setAside: z.array(spliceOf(SetAside)).optional(),
  frames: z.array(spliceOf(Frame)).optional(),
  /** Whole tracks. */
  translations: z.array(spliceOf(TranslationTrack)).optional(),
  /** Cues of tracks that `translations` does not name. */
  translationCues: z.array(z.strictObject({ track: Id, splices: z.array(spliceOf(TranslationCue)) })).optional(),
  brandKit: BrandKitRef.nullable().optional(),
  overlays: Overlays.nullable().optional(),
  /** Those in `qc`. */
  limits: Limits.nullable().optional(),
  /** Those in `qc`. */
  waivers: Waivers.nullable().optional(),
})
export type PartsEdit = z.output<typeof PartsEdit>

/** A document with changed parts, and the edit that reverts them exactly. */
type EditedParts = { readonly doc: CaptionDocument; readonly inverse: PartsEdit }

/**
 * Applies a change of parts. Unchanged parts stay the same objects.
 * @throws AppError `unprocessable` when a splice does not fit
 */
export function applyPartsEdit(doc: CaptionDocument, edit: PartsEdit): EditedParts {
  const tracks = applyTracks(doc, edit)
  const next = { ...tracks.doc, qc: { ...doc.qc } }
  const inverse = tracks.inverse
  for (const name of PART_LISTS) {
    const splices = edit[name]
    if (splices === undefined) continue
    const spliced = applySplices<{ id: string }>(doc[name] ?? [], splices)
    Object.assign(inverse, { [name]: spliced.inverse })
    if (spliced.items.length > 0) Object.assign(next, { [name]: spliced.items })
    else delete next[name]
  }
  for (const name of PART_VALUES) {
    const value = edit[name]
    if (value === undefined) continue
    const owner = name === 'limits' || name === 'waivers' ? next.qc : next
    Object.assign(inverse, { [name]: partValue(doc, name) })
    if (value === null) Reflect.deleteProperty(owner, name)
    else Object.assign(owner, { [name]: value })
  }
  return { doc: next, inverse }
}

function partValue(doc: CaptionDocument, name: (typeof PART_VALUES)[number]) {
  return (name === 'limits' || name === 'waivers' ? doc.qc[name] : doc[name]) ?? null
}

function applyTracks(doc: CaptionDocument, { translations = [], translationCues = [] }: PartsEdit): EditedParts {
  if (translations.length + translationCues.length === 0) return { doc, inverse: {} }
  const [main, ...tracks] = doc.tracks
  const inverse: PartsEdit = {}
  const cuesOfTrack = new Map<string, TranslationCue[]>()
  for (const { track: id, splices } of translationCues) {
    const track = tracks.find((each) => each.id === id)
    const isWhole = translations.some(({ remove }) => remove.includes(id))
    if (track === undefined || isWhole || cuesOfTrack.has(id))
      throw new AppError('unprocessable', 'That translation no longer exists.', { track: id })
    const spliced = applySplices(track.cues, splices)
    cuesOfTrack.set(id, spliced.items)
    inverse.translationCues = [...(inverse.translationCues ?? []), { track: id, splices: spliced.inverse }]
  }
  const recut = tracks.map((track) => ({ ...track, cues: cuesOfTrack.get(track.id) ?? track.cues }))
  const spliced = applySplices(recut, translations)
  if (translations.length > 0) inverse.translations = spliced.inverse
  return { doc: { ...doc, tracks: [main, ...spliced.items] }, inverse }
}

/** Splices that replace each item by the one of `changed` with the same id. */
export function replaceItems<Item extends { readonly id: string }>(changed: readonly Item[]): Splice<Item>[] {
  return changed.map((item) => ({ after: null, remove: [item.id], insert: [item] }))
}
