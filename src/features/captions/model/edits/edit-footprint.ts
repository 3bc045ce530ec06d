import { type CaptionDocument, type Cue, cuesOf, type Word } from '../document.ts'
import type { Edit } from './edit.ts'
import type { AccessMode, CaptionsRole, Part } from './footprint.ts'
import { indexOfId } from '../id-index.ts'
import { partsFootprint } from './parts-footprint.ts'
import { cueIndexAt, wordIndex } from '../timing/spans.ts'
import type { Splice } from './splices.ts'

type Accesses = Iterable<readonly [part: Part, mode: AccessMode]>

/**
 * The parts of a document that an edit changes, with their modes. Derived from the edit, so that no command lists them.
 */
export function* editFootprint(doc: CaptionDocument, edit: Edit, role: CaptionsRole): Accesses {
  for (const splice of edit.words ?? []) yield* wordAccesses(doc, splice, role)
  for (const splice of edit.cues ?? []) yield* cueAccesses(doc, splice, role)
  if ((edit.words ?? edit.cues) !== undefined) yield ['profile', 'read']
  if (edit.template !== undefined) yield ['template', 'write']
  if (edit.style !== undefined) yield [`style:${edit.style.styleId}`, 'write']
  for (const { styleId } of edit.overlayStyles ?? []) yield [`style:${styleId}`, 'write']
  for (const { styleId } of edit.derivedStyles ?? []) yield [`exists:style:${styleId}`, 'reflow']
  if (edit.profile !== undefined) yield ['profile', 'write']
  yield* partsFootprint(doc, edit, role)
}

function* wordAccesses(doc: CaptionDocument, splice: Splice<Word>, role: CaptionsRole): Accesses {
  const start = startOf(doc.words, splice)
  const removed = doc.words.slice(start, start + splice.remove.length)
  const before = doc.words[start - 1]
  const next = doc.words[start + removed.length]
  const was = new Map(removed.map((word) => [word.id, word]))
  yield ['words', 'reflow']
  yield* successorAccesses('next', [before, ...removed, next], [before, ...splice.insert, next])
  for (const word of splice.insert) {
    const old = was.get(word.id)
    was.delete(word.id)
    // Who speaks a word is a part of its own: one person marks speakers while another corrects the text.
    if (role === 'restore' || !differsBySpeaker(old, word)) yield [`word:${word.id}`, 'write']
    if (old?.t0 !== word.t0 || old.t1 !== word.t1) yield [`time:${word.id}`, 'write']
  }
  for (const id of was.keys()) yield* [[`word:${id}`, 'write'] as const, [`time:${id}`, 'write'] as const]
  const counts = splice.remove.join(' ') !== splice.insert.map(({ id }) => id).join(' ')
  const around = removed.length > 0 ? removed : [before, next].filter((word) => word !== undefined)
  for (const id of new Set(around.map((word) => cuesOf(doc)[cueIndexAt(doc, wordIndex(doc, word.id))]?.id))) {
    if (counts) yield [`cue:${id}`, 'reflow']
    // A restored cue keeps its lines, so it depends on them.
    yield [`lines:${id}`, role === 'restore' ? 'write' : 'reflow']
  }
}

/** Whether a word differs in its speaker, and in nothing else. */
function differsBySpeaker(old: Word | undefined, word: Word): boolean {
  if (old === undefined || old.speaker === word.speaker) return false
  const { speaker: _, ...before } = old
  const { speaker: __, ...after } = word
  const fields = Object.entries(before)
  return (
    fields.length === Object.keys(after).length && fields.every(([name, value]) => Reflect.get(after, name) === value)
  )
}

function* cueAccesses(doc: CaptionDocument, splice: Splice<Cue>, role: CaptionsRole): Accesses {
  const cues = cuesOf(doc)
  const start = startOf(cues, splice)
  const removed = cues.slice(start, start + splice.remove.length)
  const next = cues[start + removed.length]
  const was = new Map(removed.map((cue) => [cue.id, cue]))
  yield* successorAccesses('nextcue', [cues[start - 1], ...removed, next], [cues[start - 1], ...splice.insert, next])
  for (const cue of splice.insert) {
    const old = was.get(cue.id)
    was.delete(cue.id)
    yield* oneCue(cue, old, role)
  }
  for (const [id, { t0, t1 }] of was) {
    yield* [[`cue:${id}`, 'write'] as const, [`lines:${id}`, 'write'] as const]
    if ((t0 ?? t1) !== undefined) yield [`span:${id}`, 'write']
  }
}

function* oneCue(cue: Cue, old: Cue | undefined, role: CaptionsRole): Accesses {
  const moved = old?.from !== cue.from || old.to !== cue.to
  yield [`lines:${cue.id}`, role === 'restore' ? 'write' : 'reflow']
  if (old !== undefined && role !== 'restore' && isMoved(old, cue)) {
    yield [`place:${cue.id}`, 'write']
    // Words typed into a moved caption are the same in either order; another range of words is not.
    return yield [`cue:${cue.id}`, 'reflow']
  }
  if (old === undefined || role !== 'follow') yield [`cue:${cue.id}`, 'write']
  if (role === 'restore' || old?.t0 !== cue.t0 || old?.t1 !== cue.t1) yield [`span:${cue.id}`, 'write']
  // The end of a caption decides whether a new one fits after it.
  if (moved && role !== 'follow') yield [`nextcue:${cue.id}`, 'write']
}

/** Whether only the position of a cue changed. */
function isMoved({ place: before, ...old }: Cue, { place: after, ...cue }: Cue): boolean {
  return before !== after && JSON.stringify(old) === JSON.stringify(cue)
}

type Identified = { readonly id: string }

/** Items whose successor changed; '' is the start. */
function* successorAccesses(
  name: 'next' | 'nextcue',
  before: readonly (Identified | undefined)[],
  after: readonly (Identified | undefined)[],
): Accesses {
  const followers = (items: readonly (Identified | undefined)[]) =>
    new Map(items.slice(0, -1).map((item, at) => [item?.id ?? '', items[at + 1]?.id ?? '']))
  const [was, is] = [followers(before), followers(after)]
  for (const id of new Set([...was.keys(), ...is.keys()]))
    if (was.get(id) !== is.get(id)) yield [`${name}:${id}`, 'write']
}

function startOf<Item extends Identified>(items: readonly Item[], { after, remove: [first] }: Splice<Item>): number {
  if (first !== undefined) return indexOfId(items, first)
  return after === null ? 0 : indexOfId(items, after) + 1
}
