import type { Word } from '../document.ts'
import type { Edit } from '../edits/edit.ts'
import { textOf } from '../timing/spans.ts'
import type { SuggestedEdit } from './suggested-edit.ts'

/** Maximum letters of a quotation, and maximum words that a suggestion names. */
const QUOTED = 200
const NAMED = 40

/** The words that an edit changes, for people: their ids, and their text before and after it. */
export type ChangeText = Pick<SuggestedEdit, 'wordIds' | 'before' | 'after'>

/**
 * Describes an edit by its exact changes and those that undo it, without the document.
 * @param effects in order @param inverse the changes that undo them, in order
 */
export function describeChange(effects: readonly Edit[], inverse: readonly Edit[]): ChangeText {
  const removed = new Set(effects.flatMap(({ words = [] }) => words.flatMap(({ remove }) => remove)))
  const [was, is] = [new Map<string, Word>(), new Map<string, Word>()]
  // The edit that restores the oldest text comes last.
  for (const { words = [] } of inverse)
    for (const word of words.flatMap(({ insert }) => insert)) if (removed.has(word.id)) was.set(word.id, word)
  for (const { words = [] } of effects)
    for (const { remove, insert } of words) {
      for (const id of remove) is.delete(id)
      for (const word of insert) is.set(word.id, word)
    }
  // A word that the edit itself added is none of the words before it.
  for (const id of insertedFirst(effects)) was.delete(id)
  const changed = inOrder(was).map(({ id }) => id)
  const wordIds = changed.length > 0 ? changed : placesOf(effects)
  return { wordIds: wordIds.slice(0, NAMED), before: quote(was), after: quote(is) }
}

/** The words that were inserted before any splice removed them: new ones. */
function insertedFirst(effects: readonly Edit[]): Set<string> {
  const known = new Set<string>()
  const added = new Set<string>()
  for (const { words = [] } of effects)
    for (const { remove, insert } of words) {
      for (const id of remove) known.add(id)
      for (const { id } of insert) if (!known.has(id)) added.add(id)
    }
  return added
}

/** The words after which an edit adds others, and the ends of the captions that it changes. */
function placesOf(effects: readonly Edit[]): string[] {
  const after = effects.flatMap(({ words = [] }) => words.flatMap((splice) => splice.after ?? []))
  const cues = effects.flatMap((edit) =>
    (edit.cues ?? []).flatMap(({ insert }) => insert.flatMap(({ from, to }) => [from, to])),
  )
  return [...new Set(after.length > 0 ? after : cues)]
}

function quote(words: ReadonlyMap<string, Word>): string | null {
  if (words.size === 0) return null
  const letters = [...textOf(inOrder(words).slice(0, QUOTED))]
  return letters.length <= QUOTED ? letters.join('') : `${letters.slice(0, QUOTED).join('')}…`
}

function inOrder(words: ReadonlyMap<string, Word>): Word[] {
  return [...words.values()].toSorted((one, other) => one.t0 - other.t0)
}
