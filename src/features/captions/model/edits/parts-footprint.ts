import { type CaptionDocument, cuesOf, type TranslationCue, type Word } from '../document.ts'
import { isDerivedStyle } from '../derived-styles.ts'
import type { Edit } from './edit.ts'
import { PART_LISTS, PART_VALUES, type PartsEdit } from './edit-parts.ts'
import type { AccessMode, CaptionsRole, Part } from './footprint.ts'
import { indexOfId } from '../id-index.ts'
import { wordIndex } from '../timing/spans.ts'
import type { Splice } from './splices.ts'
import { translationsOf } from '../translations.ts'

type Accesses = Iterable<readonly [part: Part, mode: AccessMode]>
type Identified = { readonly id: string }

/** The optional parts that an edit changes, and the parts that must exist for the result to be valid. */
export function* partsFootprint(doc: CaptionDocument, edit: Edit, role: CaptionsRole): Accesses {
  const { words = [], cues = [], style, parts } = edit
  for (const splice of words) yield* wordParts(doc, splice, role)
  if (role === 'restore')
    for (const splice of cues)
      for (const cue of splice.insert) yield* styleAccess(cue, cuesOf(doc)[indexOfId(cuesOf(doc), cue.id)])
  if (style !== undefined && (style.patch === null) === Object.hasOwn(doc.styles, style.styleId))
    yield [`exists:style:${style.styleId}`, 'write']
  if (parts !== undefined) yield* partAccesses(doc, parts, role)
}

function* wordParts(doc: CaptionDocument, splice: Splice<Word>, role: CaptionsRole): Accesses {
  const removed = new Map(splice.remove.map((id) => [id, doc.words[wordIndex(doc, id)]]))
  for (const word of splice.insert) {
    const old = removed.get(word.id)
    removed.delete(word.id)
    if (old === undefined) yield [`exists:word:${word.id}`, 'write']
    if (old?.speaker !== word.speaker) yield [`speaker:${word.id}`, 'write']
    yield* decorAccesses(old, word.decor)
    if (role !== 'restore') continue
    // A restored word brings its speaker.
    yield [`speaker:${word.id}`, 'read']
    yield* styleAccess(word, old)
    if (word.speaker !== undefined && word.speaker !== old?.speaker) yield [`exists:speaker:${word.speaker}`, 'read']
  }
  for (const [id, word] of removed) {
    yield* [[`exists:word:${id}`, 'write'] as const, [`speaker:${id}`, 'write'] as const]
    yield* decorAccesses(word)
  }
}

/** The decor that a word gains or loses: its id is free for another word only afterwards. */
function* decorAccesses({ decor: before = [] }: Pick<Word, 'decor'> = {}, after: Word['decor'] = []): Accesses {
  const holds = (items: readonly { id: string }[], id: string) => items.some((item) => item.id === id)
  for (const { id } of before) if (!holds(after, id)) yield [`exists:decor:${id}`, 'write']
  for (const { id } of after) if (!holds(before, id)) yield [`exists:decor:${id}`, 'write']
}

type Styled = { readonly styleId?: string | undefined }

/** A newly referenced style must exist; a derived one is created with the reference. */
function* styleAccess({ styleId }: Styled, old?: Styled): Accesses {
  if (styleId !== undefined && styleId !== old?.styleId && !isDerivedStyle(styleId))
    yield [`exists:style:${styleId}`, 'read']
}

function* partAccesses(doc: CaptionDocument, edit: PartsEdit, role: CaptionsRole): Accesses {
  for (const name of PART_VALUES) if (edit[name] !== undefined) yield [`part:${name}`, 'write']
  for (const styled of [edit.overlays?.title, edit.overlays?.closing]) if (styled) yield* styleAccess(styled)
  for (const name of PART_LISTS)
    for (const splice of edit[name] ?? [])
      if (name === 'markers' || name === 'speakers') yield* placedAccesses(name, doc[name] ?? [], splice, role)
      else yield* listAccesses(name, doc[name] ?? [], splice, 'write')
  for (const { remove, insert } of edit.speakers ?? []) {
    const added = insert.map(({ id }) => id)
    for (const id of new Set([...remove, ...added]))
      if (remove.includes(id) !== added.includes(id)) yield [`exists:speaker:${id}`, 'write']
    for (const speaker of insert)
      yield* styleAccess(
        speaker,
        doc.speakers?.find(({ id }) => id === speaker.id),
      )
  }
  for (const { insert } of edit.frames ?? []) for (const { aspect } of insert) yield [`part:frame:${aspect}`, 'write']
  for (const splice of edit.translations ?? []) {
    yield* listAccesses('translations', translationsOf(doc), splice, 'write')
    for (const track of splice.insert) {
      yield* styleAccess(track)
      for (const cue of track.cues) yield* translationNeeds(doc, cue)
    }
  }
  for (const { track, splices } of edit.translationCues ?? []) {
    yield [`part:translations:${track}`, 'read']
    const cues = translationsOf(doc).find(({ id }) => id === track)?.cues ?? []
    for (const splice of splices) {
      // Ends that follow their words have the same outcome in either order.
      yield* listAccesses(`translations/${track}`, cues, splice, role === 'follow' ? 'reflow' : 'write')
      if (role !== 'follow') for (const cue of splice.insert) yield* translationNeeds(doc, cue)
    }
  }
}

/**
 * The changed items of a list that is in order of their times or ids, and their places. A place follows from that order,
 * so that two people who add items at one place do not conflict. Only a restored one is put where it was.
 * `part:markers` is for a command that maps all items. Imported speakers may be in another order than that of their ids,
 * so where an added one comes depends on all that are restored or removed.
 */
function* placedAccesses(
  list: 'markers' | 'speakers',
  items: readonly Identified[],
  splice: Splice<Identified>,
  role: CaptionsRole,
): Accesses {
  const isReordered = splice.remove.join(' ') !== splice.insert.map(({ id }) => id).join(' ')
  yield [`part:${list}`, list === 'speakers' && role === 'restore' && isReordered ? 'write' : 'reflow']
  const accesses = listAccesses(list, items, splice, 'write')
  if (role !== 'restore' || splice.insert.length === 0) {
    for (const [part, mode] of accesses)
      if (part.startsWith('next-part:')) yield [part, 'reflow']
      else if (mode === 'write') yield [part, mode]
    return
  }
  yield* accesses
  const before = items[placeOfSplice(items, splice) - 1]
  for (const id of [before?.id ?? '', ...splice.remove]) yield [`next-part:${list}:${id}`, 'read']
}

/** A translation needs its first and last word, and their outer neighbours unchanged. */
function* translationNeeds(doc: CaptionDocument, cue: TranslationCue): Accesses {
  yield* styleAccess(cue)
  const before = doc.words[wordIndex(doc, cue.from) - 1]
  yield* [[`exists:word:${cue.from}`, 'read'] as const, [`exists:word:${cue.to}`, 'read'] as const]
  yield* [[`next:${before?.id ?? ''}`, 'read'] as const, [`next:${cue.to}`, 'read'] as const]
}

/** The changed items of a list, the neighbours they must fit, and the places of added items. */
function* listAccesses(
  list: string,
  items: readonly Identified[],
  splice: Splice<Identified>,
  changed: AccessMode,
): Accesses {
  const { remove, insert } = splice
  const start = placeOfSplice(items, splice)
  const before = items[start - 1]
  const next = items[start + remove.length]
  const insertedIds = new Set(insert.map(({ id }) => id))
  for (const id of insertedIds) yield [`part:${list}:${id}`, changed]
  for (const id of remove) if (!insertedIds.has(id)) yield [`part:${list}:${id}`, 'write']
  const isReordered = remove.join(' ') !== insert.map(({ id }) => id).join(' ')
  if (isReordered) for (const id of [before?.id ?? '', ...remove]) yield [`next-part:${list}:${id}`, 'write']
  if (changed === 'write')
    for (const neighbour of [before, next]) if (neighbour) yield [`part:${list}:${neighbour.id}`, 'read']
}

function placeOfSplice(items: readonly Identified[], { after, remove: [first] }: Splice<Identified>): number {
  if (first !== undefined) return indexOfId(items, first)
  return after === null ? 0 : indexOfId(items, after) + 1
}
