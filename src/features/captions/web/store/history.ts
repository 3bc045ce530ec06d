import {
  type Author,
  type CaptionDocument,
  conflictingParts,
  type Command,
  cueIndex,
  cuesOf,
  type Footprint,
  footprintOf,
  labelCommands,
  mergeFootprints,
} from '../../model/index.ts'
import type { Blocker } from './replica.ts'

/** One step of the history: its commands, and those that undo it. */
export type Entry = {
  readonly redo: Command[]
  readonly undo: Command[]
  /** Label of the step: “Delete 2 words”. */
  readonly label: string
  readonly footprint: Footprint
  /** Why it can no longer be undone; null while it can. */
  readonly blocked: string | null
  /** Cues in which others have changed words since: their lines are broken again after the step. */
  readonly relined: readonly string[]
  /** The suggestion that it made; absent for an edit of the captions. */
  readonly suggestedId?: string
}

/** The steps that can be undone, and those that can be redone. */
export type History = { readonly past: readonly Entry[]; readonly future: readonly Entry[] }

/** No history. */
export const NO_HISTORY: History = { past: [], future: [] }

/** Creates a step from commands. @param o.footprint the footprint of the commands on the captions before them */
export function entryOf(o: { redo: Command[]; undo: Command[]; after: CaptionDocument; footprint: Footprint }): Entry {
  const { redo, undo, after, footprint } = o
  return {
    redo,
    undo,
    label: labelCommands(redo, undo),
    footprint: mergeFootprints(footprint, footprintOf(undo, after)),
    blocked: null,
    relined: [],
  }
}

/** The history after others' edits: they block the steps that they conflict with. */
export function withBlockers(history: History, blockers: readonly Blocker[], before: CaptionDocument): History {
  if (blockers.length === 0) return { past: history.past, future: history.future }
  const blockAll = (entries: readonly Entry[]) =>
    entries.map((entry) => blockers.reduce((kept, theirs) => blockedBy(kept, theirs, before), entry))
  return { past: blockAll(history.past), future: blockAll(history.future) }
}

/** The history without a blocked step, which in turn blocks the steps that build on it. */
export function withoutBlocked(entries: readonly Entry[], blocked: Entry): readonly Entry[] {
  return entries
    .filter((entry) => entry !== blocked)
    .map((entry) => afterConflict(entry, conflictingParts(entry.footprint, blocked.footprint), () => blocked.blocked))
}

/** The commands that undo or redo a step on the current captions. */
export function stepCommands(commands: readonly Command[], { relined }: Entry, doc: CaptionDocument): Command[] {
  const loose = relined.filter((id) => cuesOf(doc)[cueIndex(doc, id)]?.locked === undefined)
  return [...commands, ...loose.map((id): Command => ({ type: 'setBreaks', id, breaks: null }))]
}

function blockedBy(entry: Entry, { footprint: theirs, by }: Blocker, before: CaptionDocument): Entry {
  const keys = conflictingParts(entry.footprint, theirs)
  return afterConflict(entry, keys, () => reason(by, keys, before))
}

/** Blocks a step that conflicts. A conflict about lines alone does not block: the lines are broken again. */
function afterConflict(entry: Entry, keys: readonly string[], reasonOf: () => string | null): Entry {
  if (keys.length === 0 || entry.blocked !== null) return entry
  const lines = keys.filter((key) => key.startsWith('lines:'))
  if (lines.length < keys.length) return { ...entry, blocked: reasonOf() }
  return { ...entry, relined: [...new Set([...entry.relined, ...lines.map((key) => key.slice('lines:'.length))])] }
}

function reason(by: Author | null, keys: readonly string[], before: CaptionDocument): string {
  const named = new Set(keys.filter((key) => key.startsWith('word:')).map((key) => key.slice('word:'.length)))
  const word = before.words.find(({ id }) => named.has(id))
  const what = word === undefined ? 'the same captions' : `“${word.text}”`
  return `${nameOf(by)} changed ${what} since, so this step cannot be undone.`
}

/** The author's name at the start of a sentence. */
export function nameOf(by: Author | null): string {
  return by === null ? 'Somebody' : by.you ? 'You, in another window,' : by.name
}
