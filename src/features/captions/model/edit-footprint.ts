import { type Applied, applyCommand } from './apply-commands.ts'
import type { Command } from './commands.ts'
import { type CaptionDocument, type Cue, cuesOf, type Word } from './document.ts'
import type { Edit } from './edit.ts'
import { indexOfId } from './id-index.ts'
import { readsOf } from './command-reads.ts'
import { cueIndexAt, wordIndex } from './spans.ts'
import type { Splice } from './splices.ts'
import { WorkBudget } from './work-budget.ts'

/**
 * How an edit uses a part of a document. It depends on it (`read`), sets it (`write`), or recomputes it from the words
 * (`reflow`), with the same outcome in either order.
 */
export type AccessMode = (typeof ACCESS_MODES)[number]
/** Every way to use a part. */
export const ACCESS_MODES = ['read', 'reflow', 'write'] as const

/**
 * The parts of a document that an edit uses, by name: `word:<id>`, `time:<id>`, `next:<id>` (which word follows it; `next:` alone is the
 * start), `cue:<id>` (which words it holds), `lines:<id>`, `nextcue:<id>`, `style:<id>`, `template`, `profile`, and
 * `words` for all of them.
 */
export type Footprint = ReadonlyMap<string, AccessMode>

/** What commands did, and their footprint. */
export type Traced = Applied & { readonly footprint: Footprint }

/** The footprint of commands on this document. @throws AppError `unprocessable` when one does not fit */
export function footprintOf(commands: readonly Command[], doc: CaptionDocument): Footprint {
  return traceCommands(doc, commands).footprint
}

/**
 * Applies commands as `applyCommands` does, and collects their footprint.
 * @throws AppError as `applyCommands` does
 */
export function traceCommands(
  doc: CaptionDocument,
  commands: readonly Command[],
  budget: WorkBudget = new WorkBudget(),
): Traced {
  const found = new Map<string, AccessMode>()
  const inverse: Command[] = []
  let current = doc
  for (const command of commands) {
    const edited = applyCommand(current, command, budget)
    for (const [key, mode] of readsOf(current, command)) found.set(key, joinModes(found.get(key), mode))
    for (const [key, mode] of effectsOf(current, edited.edit, command)) found.set(key, joinModes(found.get(key), mode))
    current = edited.doc
    inverse.push(edited.inverse)
  }
  return { doc: current, inverse: inverse.toReversed(), footprint: found }
}

/** The parts in which two edits of one document conflict; none when their order does not matter. */
export function conflictingParts(mine: Footprint, theirs: Footprint): string[] {
  return [...mine].flatMap(([key, mode]) => {
    const other = theirs.get(key)
    return other !== undefined && modesConflict(mode, other) ? [key] : []
  })
}

/** Whether two edits that use one part in these modes conflict. */
export function modesConflict(mine: AccessMode, theirs: AccessMode): boolean {
  return mine !== theirs || mine === 'write'
}

/** The footprint of two edits together. */
export function mergeFootprints(one: Footprint, other: Footprint): Footprint {
  const both = new Map(one)
  for (const [key, mode] of other) both.set(key, joinModes(both.get(key), mode))
  return both
}

function joinModes(before: AccessMode | undefined, mode: AccessMode): AccessMode {
  return before === undefined || before === mode ? mode : 'write'
}

type Marks = Iterable<readonly [key: string, mode: AccessMode]>

/** Commands on words let captions follow; commands on captions say what they hold; `restore` sets all it names. */
type Manner = 'follow' | 'hold' | 'restore'

function* effectsOf(doc: CaptionDocument, edit: Edit, { type }: Command): Marks {
  const manner = type === 'restore' ? 'restore' : HOLDING.has(type) ? 'hold' : 'follow'
  for (const splice of edit.words ?? []) yield* wordMarks(doc, splice, manner)
  for (const splice of edit.cues ?? []) yield* cueMarks(doc, splice, manner)
  if ((edit.words ?? edit.cues) !== undefined) yield ['profile', 'read']
  if (edit.template !== undefined) yield ['template', 'write']
  if (edit.style !== undefined) yield [`style:${edit.style.styleId}`, 'write']
  if (edit.profile !== undefined) yield ['profile', 'write']
}

const HOLDING: ReadonlySet<Command['type']> = new Set(['splitCue', 'mergeCues', 'setBreaks', 'moveWord', 'resegment'])

function* wordMarks(doc: CaptionDocument, splice: Splice<Word>, manner: Manner): Marks {
  const start = startOf(doc.words, splice)
  const removed = doc.words.slice(start, start + splice.remove.length)
  const before = doc.words[start - 1]
  const next = doc.words[start + removed.length]
  const was = new Map(removed.map((word) => [word.id, word]))
  yield ['words', 'reflow']
  yield* successorMarks('next', [before, ...removed, next], [before, ...splice.insert, next])
  for (const word of splice.insert) {
    const old = was.get(word.id)
    was.delete(word.id)
    yield [`word:${word.id}`, 'write']
    if (old?.t0 !== word.t0 || old.t1 !== word.t1) yield [`time:${word.id}`, 'write']
  }
  for (const id of was.keys()) yield* [[`word:${id}`, 'write'] as const, [`time:${id}`, 'write'] as const]
  const counts = splice.remove.join(' ') !== splice.insert.map(({ id }) => id).join(' ')
  const around = removed.length > 0 ? removed : [before, next].filter((word) => word !== undefined)
  for (const id of new Set(around.map((word) => cuesOf(doc)[cueIndexAt(doc, wordIndex(doc, word.id))]?.id))) {
    if (counts) yield [`cue:${id}`, 'reflow']
    // What is put back does not break its lines anew: it needs them as they were.
    yield [`lines:${id}`, manner === 'restore' ? 'write' : 'reflow']
  }
}

function* cueMarks(doc: CaptionDocument, splice: Splice<Cue>, manner: Manner): Marks {
  const cues = cuesOf(doc)
  const start = startOf(cues, splice)
  const removed = cues.slice(start, start + splice.remove.length)
  const next = cues[start + removed.length]
  const was = new Map(removed.map((cue) => [cue.id, cue]))
  yield* successorMarks('nextcue', [cues[start - 1], ...removed, next], [cues[start - 1], ...splice.insert, next])
  for (const cue of splice.insert) {
    const old = was.get(cue.id)
    was.delete(cue.id)
    yield* oneCue(cue, old, manner)
  }
  for (const id of was.keys()) yield* [[`cue:${id}`, 'write'] as const, [`lines:${id}`, 'write'] as const]
}

function* oneCue(cue: Cue, old: Cue | undefined, manner: Manner): Marks {
  const moved = old?.from !== cue.from || old.to !== cue.to
  yield [`lines:${cue.id}`, manner === 'restore' ? 'write' : 'reflow']
  if (old === undefined || manner !== 'follow') yield [`cue:${cue.id}`, 'write']
  // Where a caption ends decides whether a new one fits behind it.
  if (moved && manner !== 'follow') yield [`nextcue:${cue.id}`, 'write']
}

type Identified = { readonly id: string }

/** Items that something else follows than before; '' stands for the start. */
function* successorMarks(
  name: string,
  before: readonly (Identified | undefined)[],
  after: readonly (Identified | undefined)[],
): Marks {
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
