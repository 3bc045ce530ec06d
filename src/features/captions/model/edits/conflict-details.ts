import { z } from 'zod'
import { type CaptionDocument, type Cue, cuesOf, type Word } from '../document.ts'
import { cueIndex, textOf, wordIndex, wordsOf } from '../timing/spans.ts'

/** The author of an edit, as another person sees them. */
export const Author = z.object({
  name: z.string(),
  /** True if the author is the caller, in another window. */
  you: z.boolean(),
})
export type Author = z.output<typeof Author>

/**
 * Why an edit was not saved: somebody else has changed the same part since. `was`, `theirs` and `mine` describe that
 * part before both edits, as saved, and as this edit has it; null if it no longer exists.
 */
export const ConflictDetails = z.object({
  /** Null if unknown. */
  by: Author.nullable(),
  /** `place`: both added words at one place; `all`: the conflict is about the captions as a whole. */
  part: z.enum(['words', 'times', 'place', 'lines', 'style', 'template', 'all']),
  wordIds: z.array(z.string()),
  /** The words before them, nearest first, to find the place to restore them at. */
  after: z.array(z.string()),
  was: z.string().nullable(),
  theirs: z.string().nullable(),
  mine: z.string().nullable(),
})
export type ConflictDetails = z.output<typeof ConflictDetails>

/** The parts that both edits changed, and the captions before both, with theirs, and with mine. */
export type ConflictInput = {
  readonly keys: readonly string[]
  readonly by: Author | null
  readonly before: CaptionDocument
  readonly theirs: CaptionDocument
  readonly mine: CaptionDocument
}

/** Maximum letters that are quoted, and maximum words that are named. */
const QUOTED = 2_000
const NAMED = 200
/** Maximum words before a place that describe it. */
const BACK = 20
/** Maximum words that `mergeWords` joins. */
const MOST_JOINED = 200

/** Describes a conflict of two edits for the person who decides. */
export function describeConflict({ keys, by, before, theirs, mine }: ConflictInput): ConflictDetails {
  const nothing = { by, wordIds: [], after: [], was: null, theirs: null, mine: null }
  const named = (...names: string[]) => keys.filter((key) => names.some((name) => key.startsWith(`${name}:`))).map(idOf)
  const words = named('word', 'speaker')
  if (words.length > 0) return { ...nothing, ...quoted(words, { before, theirs, mine }), part: 'words' }
  const places = named('next')
  if (places.length > 0 && !keys.includes('words')) {
    const [at = ''] = places
    const added = (doc: CaptionDocument) => quote(addedAfter(before, doc, at))
    return {
      ...nothing,
      part: 'place',
      wordIds: [at],
      was: quote([before.words[wordIndex(before, at)]]),
      theirs: added(theirs),
      mine: added(mine),
    }
  }
  const times = named('time')
  if (times.length > 0) return { ...nothing, ...quoted(times, { before, theirs, mine }), part: 'times' }
  if (keys.includes('template')) return { ...nothing, part: 'template' }
  if (named('style').length > 0) return { ...nothing, part: 'style' }
  const cue = cueNamed(before, named('cue', 'lines', 'span', 'nextcue'))
  if (cue === undefined) return { ...nothing, part: 'all' }
  return { ...nothing, part: 'lines', wordIds: [cue.from], was: quote(wordsOf(before, cue)) }
}

function quoted(ids: readonly string[], docs: Pick<ConflictInput, 'before' | 'theirs' | 'mine'>) {
  const wanted = withJoined(ids, docs)
  const say = (doc: CaptionDocument) => quote(placesOf(doc, wanted).map((place) => doc.words[place]))
  const [place = -1] = placesOf(docs.before, wanted)
  const after = docs.before.words.slice(Math.max(0, place - BACK), Math.max(0, place)).map(({ id }) => id)
  return {
    wordIds: [...wanted].slice(0, NAMED),
    after: after.toReversed(),
    was: say(docs.before),
    theirs: say(docs.theirs),
    mine: say(docs.mine),
  }
}

/** These words and those that either edit joined with them: a joined word can only be described as a whole. */
function withJoined(
  ids: readonly string[],
  { before, theirs, mine }: Pick<ConflictInput, 'before' | 'theirs' | 'mine'>,
): ReadonlySet<string> {
  const all = new Set(ids)
  for (const now of [theirs, mine])
    for (const run of runsAround(before, all))
      for (const group of joinedIn(run, now)) if (group.some((id) => all.has(id))) for (const id of group) all.add(id)
  return all
}

/** Groups of words that are joined in `now`: each word that grew, and the following words it absorbed. */
function joinedIn(before: readonly Word[], now: CaptionDocument): string[][] {
  const groups: string[][] = []
  let until = 0
  for (const { id, t1 } of before) {
    const there = now.words[wordIndex(now, id)]
    if (there === undefined && t1 <= until) groups.at(-1)?.push(id)
    else groups.push([id])
    until = there?.t1 ?? until
  }
  return groups
}

/** The words around these ids, as far as one edit can join them; adjacent runs are merged. */
function runsAround(doc: CaptionDocument, ids: ReadonlySet<string>): (readonly Word[])[] {
  const runs: { start: number; end: number }[] = []
  for (const place of placesOf(doc, ids)) {
    const last = runs.at(-1)
    const start = Math.max(0, place - MOST_JOINED)
    const end = place + MOST_JOINED + 1
    if (last !== undefined && start <= last.end) last.end = end
    else runs.push({ start, end })
  }
  return runs.map(({ start, end }) => doc.words.slice(start, end))
}

/** The indexes of these words, in order; missing words are left out. */
function placesOf(doc: CaptionDocument, ids: Iterable<string>): number[] {
  const places = [...ids].map((id) => wordIndex(doc, id)).filter((place) => place >= 0)
  return places.toSorted((a, b) => a - b)
}

/** The words that directly follow this one in `doc` and are not in `before`. */
function addedAfter(before: CaptionDocument, doc: CaptionDocument, at: string): readonly Word[] {
  const start = at === '' ? 0 : wordIndex(doc, at) + 1
  let end = start
  while (end < doc.words.length && wordIndex(before, doc.words[end]?.id ?? '') < 0) end++
  return doc.words.slice(start, end)
}

function cueNamed(doc: CaptionDocument, ids: readonly string[]): Cue | undefined {
  const places = ids.map((id) => cueIndex(doc, id)).filter((place) => place >= 0)
  return cuesOf(doc)[places.reduce((first, place) => Math.min(first, place), Number.POSITIVE_INFINITY)]
}

function quote(quoted: readonly (Word | undefined)[]): string | null {
  // A word has at least one letter, so further words would not be quoted.
  const words = quoted.filter((word) => word !== undefined).slice(0, QUOTED + 1)
  if (words.length === 0) return null
  const text = [...textOf(words)]
  return text.length <= QUOTED ? text.join('') : `${text.slice(0, QUOTED).join('')}…`
}

function idOf(key: string): string {
  return key.slice(key.indexOf(':') + 1)
}
