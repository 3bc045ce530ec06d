import { type CaptionDocument, cuesOf, type TranslationTrack } from '../document.ts'
import { isDerivedStyle } from '../derived-styles.ts'
import type { Edit } from '../edits/edit.ts'
import { PART_LISTS, PART_VALUES, type PartsEdit } from '../edits/edit-parts.ts'
import type { Splice } from '../edits/splices.ts'
import { translationsOf } from '../translations.ts'
import { alignItems } from './align-items.ts'
import { isSameValue } from '../edits/same-value.ts'

/**
 * The edits that turn one version of the captions into another, with as few changes as possible, so that they rarely
 * conflict with what others edit meanwhile. Apply them in order: styles exist while something refers to them. No edit
 * changes the revision, the facts about the video, and the language and engine of the transcript.
 * @returns empty when both versions are the same
 */
export function editsBetween(from: CaptionDocument, to: CaptionDocument): Edit[] {
  const setStyles = Object.entries(to.styles)
    .filter(([styleId, patch]) => !isSameValue(from.styles[styleId], patch))
    .map(([styleId, patch]): Edit => ({ style: { styleId, patch } }))
  const removedStyles = Object.keys(from.styles)
    .filter((styleId) => !Object.hasOwn(to.styles, styleId))
    .map((styleId): Edit => ({ style: { styleId, patch: null } }))
  const main = mainEdit(from, to)
  return [...setStyles, ...(Object.keys(main).length > 0 ? [main] : []), ...removedStyles]
}

/** The edit of everything but styles. */
function mainEdit(from: CaptionDocument, to: CaptionDocument): Edit {
  const words = splicesBetween(from.words, to.words)
  const cues = splicesBetween(cuesOf(from), cuesOf(to))
  const parts = partsBetween(from, to)
  const derivedStyles = derivedStylesOf(to, [...words, ...cues])
  return {
    ...(derivedStyles.length > 0 && { derivedStyles }),
    ...(words.length > 0 && { words }),
    ...(cues.length > 0 && { cues }),
    ...(!isSameValue(from.template, to.template) && { template: to.template }),
    ...(from.qc.profile !== to.qc.profile && { profile: to.qc.profile }),
    ...(Object.keys(parts).length > 0 && { parts }),
  }
}

/** The derived styles of inserted items, also present ones: somebody else may remove their last reference meanwhile. */
function derivedStylesOf(
  { styles }: CaptionDocument,
  splices: readonly Splice<{ readonly id: string; readonly styleId?: string | undefined }>[],
) {
  const ids = splices.flatMap(({ insert }) => insert.flatMap(({ styleId }) => styleId ?? []))
  return [...new Set(ids)].flatMap((styleId) => {
    const patch = isDerivedStyle(styleId) ? styles[styleId] : undefined
    return patch === undefined ? [] : [{ styleId, patch }]
  })
}

function partsBetween(from: CaptionDocument, to: CaptionDocument): PartsEdit {
  const parts: PartsEdit = {}
  for (const name of PART_LISTS) {
    const splices = splicesBetween<{ readonly id: string }>(from[name] ?? [], to[name] ?? [])
    if (splices.length > 0) Object.assign(parts, { [name]: splices })
  }
  for (const name of PART_VALUES) {
    const isInQc = name === 'limits' || name === 'waivers'
    const [was, is] = isInQc ? [from.qc[name], to.qc[name]] : [from[name], to[name]]
    if (!isSameValue(was, is)) Object.assign(parts, { [name]: is ?? null })
  }
  return { ...parts, ...tracksBetween(translationsOf(from), translationsOf(to)) }
}

/** Splices of cues where a track itself is unchanged; otherwise the whole track is replaced. */
function tracksBetween(from: readonly TranslationTrack[], to: readonly TranslationTrack[]): PartsEdit {
  const withoutCues = (track: TranslationTrack) => ({ ...track, cues: [] })
  const translations = splicesBetween(from, to, (one, other) => isSameValue(withoutCues(one), withoutCues(other)))
  const replaced = new Set(translations.flatMap(({ remove }) => remove))
  const translationCues = to.flatMap((track) => {
    const before = replaced.has(track.id) ? undefined : from.find(({ id }) => id === track.id)
    const splices = before === undefined ? [] : splicesBetween(before.cues, track.cues)
    return splices.length > 0 ? [{ track: track.id, splices }] : []
  })
  return {
    ...(translations.length > 0 && { translations }),
    ...(translationCues.length > 0 && { translationCues }),
  }
}

/** The splices that turn one list into another. @param isSame default `isSameValue` */
function splicesBetween<Item extends { readonly id: string }>(
  from: readonly Item[],
  to: readonly Item[],
  isSame: (one: Item, other: Item) => boolean = isSameValue,
): Splice<Item>[] {
  const kept = alignItems(from, to).filter(([at, place]) => {
    const [one, other] = [from[at], to[place]]
    return one !== undefined && other !== undefined && isSame(one, other)
  })
  const splices: Splice<Item>[] = []
  let [fromStart, toStart] = [0, 0]
  for (const [fromEnd, toEnd] of [...kept, [from.length, to.length] as const]) {
    if (fromEnd > fromStart || toEnd > toStart) {
      const remove = from.slice(fromStart, fromEnd).map(({ id }) => id)
      splices.push({ after: from[fromStart - 1]?.id ?? null, remove, insert: to.slice(toStart, toEnd) })
    }
    fromStart = fromEnd + 1
    toStart = toEnd + 1
  }
  return splices
}
