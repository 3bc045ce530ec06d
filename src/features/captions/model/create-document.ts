import type { LookPatch } from '#features/templates/model/index.ts'
import type { SpokenWord, UnscriptedPassage, UnspokenPassage } from '#features/transcription/model/index.ts'
import { directionOfWords } from './direction.ts'
import {
  type CaptionDocument,
  type Cue,
  LONGEST_WORD,
  MAIN_STYLE,
  type MediaFacts,
  type ProfileId,
  SCHEMA,
  type TemplateRef,
  type Word,
} from './document.ts'
import type { SetAside } from './document/parts.ts'
import { MOST_PARTS } from './document/limits.ts'
import { PROFILES } from './breaks/profiles.ts'
import { segmentWords } from './breaks/segment.ts'
import { namedSpeakers } from './parts/speakers.ts'
import { joinBetween } from './breaks/text-width.ts'
import { splitBlanks } from './words/tokens.ts'
import { shareSpan } from './timing/timing.ts'

/** What a new document is made from. */
export type NewDocument = {
  readonly id: string
  readonly media: MediaFacts
  /** BCP 47 tag, `und` when unknown. */
  readonly lang: string
  readonly provenance: CaptionDocument['provenance']
  /** In media order; empty for a video without sound. */
  readonly words: readonly SpokenWord[]
  /** Default `shorts`. */
  readonly profile?: ProfileId
  /** Default Karaoke. */
  readonly template?: TemplateRef
  /** Changes of the template for all captions. Default: none. */
  readonly style?: LookPatch
  /**
   * Existing captions, such as those of a subtitle file: the word count of each line of each caption. Default: cut by
   * the profile.
   */
  readonly lines?: readonly (readonly number[])[]
  /** Passages of a script that nobody says, in media order. Default: none. */
  readonly unspoken?: readonly UnspokenPassage[]
  /** What is said but not in the script, in media order. Default: none. */
  readonly unscripted?: readonly UnscriptedPassage[]
}

/** Letters of one text set aside, in UTF-16 units. */
const LONGEST_SET_ASIDE = 2_000

/** The look of a new document. */
export const DEFAULT_TEMPLATE: TemplateRef = { id: 'karaoke', version: 2 }

/** A document at revision 1, with its words cut into captions by the profile, or by `lines` if they fit the words. */
export function createDocument({
  id,
  media,
  lang,
  provenance,
  words: spoken,
  profile = 'shorts',
  template = DEFAULT_TEMPLATE,
  style = {},
  lines,
  unspoken = [],
  unscripted = [],
}: NewDocument): CaptionDocument {
  const speakers = namedSpeakers(spoken)
  const words = toWords(spoken, new Map(speakers.map(({ id: speaker, name }) => [name, speaker])))
  const setAside = differencesOf({ spoken, words, unspoken, unscripted })
  const cuesFromLines =
    lines?.flat().reduce((sum, count) => sum + count, 0) === words.length ? cuesOfLines(words, lines ?? []) : undefined
  return {
    schema: SCHEMA,
    id,
    rev: 1,
    media,
    lang,
    provenance,
    words,
    tracks: [
      {
        id: 'main',
        role: 'main',
        lang,
        dir: directionOfWords(words),
        cues: cuesFromLines ?? segmentWords(words, PROFILES[profile], lang),
      },
    ],
    template,
    styles: { [MAIN_STYLE]: style },
    qc: { profile },
    ...(speakers.length > 0 && { speakers }),
    ...(setAside.length > 0 && { setAside: setAside.slice(0, MOST_PARTS.setAside) }),
  }
}

/** What differs between a script and its sound, in media order. */
function differencesOf({
  spoken,
  words,
  unspoken,
  unscripted,
}: Required<Pick<NewDocument, 'unspoken' | 'unscripted'>> & {
  spoken: readonly SpokenWord[]
  words: readonly Word[]
}): SetAside[] {
  const heard = unscripted.flatMap((passage, at) => notInScript(passage, { spoken, words, at }))
  const isPaired = ({ text, place }: UnspokenPassage): boolean =>
    unscripted.some(
      ({ insteadOf }, at) =>
        insteadOf?.from === place &&
        insteadOf.until === place &&
        insteadOf.text === text &&
        heard.some(({ id }) => id === unscriptedId(at)),
    )
  const unsaid = unspoken.flatMap((passage, at) => (isPaired(passage) ? [] : [notSpoken(passage, at)]))
  return [...unsaid, ...heard].toSorted((a, b) => a.t - b.t)
}

function notSpoken({ text, atMs }: UnspokenPassage, at: number): SetAside {
  return { id: `unspoken-${at + 1}`, t: atMs, text, why: 'not-spoken' }
}

function notInScript(
  { words: said, insteadOf }: UnscriptedPassage,
  { spoken, words, at }: { spoken: readonly SpokenWord[]; words: readonly Word[]; at: number },
): SetAside[] {
  const clean = said.flatMap(cleanWord)
  const text = clean.map((word) => word.text).join(' ')
  const t = clean[0]?.startMs
  if (t === undefined || text.length > LONGEST_SET_ASIDE) return []
  const wordTimes = clean.map(({ startMs, endMs }): [number, number] => [startMs - t, endMs - t])
  const script = insteadOf && {
    text: insteadOf.text,
    words: idsOf(spoken.slice(insteadOf.from, insteadOf.until), words),
  }
  return [{ id: unscriptedId(at), t, text, why: 'not-in-script', wordTimes, ...(script && { insteadOf: script }) }]
}

function unscriptedId(at: number): string {
  return `unscripted-${at + 1}`
}

/** The ids of the words of a document that were made from these, which follow each other. */
function idsOf(spoken: readonly SpokenWord[], words: readonly Word[]): string[] {
  const [first, last] = [spoken[0], spoken.at(-1)]
  if (first === undefined || last === undefined) return []
  return words.filter(({ t0 }) => t0 >= first.startMs && t0 < last.endMs).map(({ id }) => id)
}

/** Makes any input valid for the format: clean text, rising times, no overlap. */
function toWords(spoken: readonly SpokenWord[], speakers: ReadonlyMap<string, string>): Word[] {
  const clean = spoken.toSorted((a, b) => a.startMs - b.startMs).flatMap(cleanWord)
  const words: Word[] = []
  for (const [at, { text, startMs, endMs, confidence, timing, heard = text, speaker: name = '' }] of clean.entries()) {
    const before = words.at(-1)
    const t0 = Math.max(startMs, before?.t1 ?? 0)
    const latest = clean[at + 1]?.startMs ?? Number.POSITIVE_INFINITY
    const t1 = Math.max(Math.min(endMs, latest), t0 + 1)
    const speaker = speakers.get(name)
    const certain = confidence === null ? {} : { conf: confidence }
    words.push({
      id: `w${at + 1}`,
      t0,
      t1,
      text,
      raw: heard.slice(0, LONGEST_WORD),
      ...certain,
      timing,
      tags: [],
      join: joinBetween(before?.text, text),
      ...(speaker !== undefined && { speaker }),
    })
  }
  return words
}

function cleanWord(word: SpokenWord): SpokenWord[] {
  const texts = splitBlanks(word.text)
  if (texts.length <= 1) return texts.map((text) => ({ ...word, text }))
  const endMs = Math.max(word.endMs, word.startMs + texts.length)
  const spans = shareSpan({ t0: word.startMs, t1: endMs }, texts)
  return texts.map((text, at) => ({
    ...word,
    text,
    startMs: spans[at]?.t0 ?? word.startMs,
    endMs: spans[at]?.t1 ?? endMs,
    timing: 'interpolated',
  }))
}

function cuesOfLines(words: readonly Word[], lines: readonly (readonly number[])[]): Cue[] {
  let end = 0
  return lines.flatMap((counts, at) => {
    const starts = counts.filter((count) => count > 0).map((count) => (end += count) - count)
    const from = words[starts[0] ?? end]
    const to = words[end - 1]
    if (starts.length === 0 || from === undefined || to === undefined) return []
    const breaks = starts.slice(1).flatMap((start) => words[start]?.id ?? [])
    return [{ id: `c${at + 1}`, from: from.id, to: to.id, breaks, ...(breaks.length > 0 && { locked: true }) }]
  })
}
