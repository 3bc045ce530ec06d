import { share } from '../interpolate.ts'
import { writtenWords } from '../script.ts'
import type { SpokenWord } from '../word.ts'
import { type GlossaryEntry, isForLanguage, MAX_PHRASE_WORDS, phraseKeys, wordKey } from './entry.ts'
import { isFunctionWord } from './function-words.ts'
import { type PronunciationsOf, soundIndex, type SoundIndex, soundsOfWindow } from './sounds.ts'

/** Longest pause inside words that are replaced together, in milliseconds. */
const MAX_GAP_MS = 500
const ENDS_SENTENCE = /[.!?…。！？]["'”’)\]]*$/u
const LEADING = /^[^\p{L}\p{N}]+/u
const TRAILING = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u
const POSSESSIVE = /['’]s$/iu

type Options = {
  /** BCP 47 tag of the words. */
  readonly language: string
  /** Pronunciations of written words. Default: none are known, so nothing is replaced by its sound. */
  readonly pronunciationsOf?: PronunciationsOf
}

/**
 * Writes recognised words as a glossary says. An entry with `heard` replaces exactly these words; one without replaces
 * words that are spelled or sound the same, except common ones. The longest match wins, then the earliest entry. Words
 * take over the times and the punctuation of those they replace, and keep the recognised text in `heard`. Idempotent:
 * replaced words are never replaced again.
 * @param words sorted, none overlapping
 */
export function applyGlossary(
  words: readonly SpokenWord[],
  entries: readonly GlossaryEntry[],
  options: Options,
): SpokenWord[] {
  const index = indexOf(
    entries.filter((entry) => isForLanguage(entry, options.language)),
    options,
  )
  if (index.exact.size + index.known.size + index.sounds.size === 0) return [...words]
  const keys = words.map(({ text, heard }) => (heard === undefined ? wordKey(text) : ''))
  const written: SpokenWord[] = []
  for (let at = 0; at < words.length;) {
    const found = matchAt(words, keys, at, index)
    const spoken = words.slice(at, at + (found?.length ?? 1))
    written.push(...(found === undefined ? spoken : replace(spoken, found, { ...options, before: words[at - 1] })))
    at += spoken.length
  }
  return written
}

type Index = {
  /** By the compared words of `heard`, joined by spaces. */
  readonly exact: ReadonlyMap<string, GlossaryEntry>
  /** By the compared words of `write`, of entries without `heard`. */
  readonly known: ReadonlyMap<string, GlossaryEntry>
  readonly sounds: SoundIndex
  readonly longest: number
  readonly pronunciationsOf: PronunciationsOf
}

function indexOf(entries: readonly GlossaryEntry[], { language, pronunciationsOf = () => [] }: Options): Index {
  const exact = new Map<string, GlossaryEntry>()
  const known = new Map<string, GlossaryEntry>()
  for (const entry of entries) {
    if (entry.heard !== null) addFirst(exact, phraseKeys(entry.heard, language).join(' '), entry)
    else for (const key of spellings(entry.write, language)) addFirst(known, key, entry)
  }
  const names = entries.filter(({ heard }) => heard === null)
  const lengths = [...exact.keys(), ...known.keys()].map((key) => key.split(' ').length)
  const sounds = soundIndex(names, { language, pronunciationsOf })
  return { exact, known, sounds, pronunciationsOf, longest: Math.min(MAX_PHRASE_WORDS, Math.max(1, ...lengths)) }
}

function addFirst(map: Map<string, GlossaryEntry>, key: string, entry: GlossaryEntry): void {
  if (key !== '' && !map.has(key)) map.set(key, entry)
}

/** A name as it is spelled, and with the words inside it apart: `GitHub` is also recognised as "git hub". */
function spellings(write: string, language: string): string[] {
  const apart = write.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  return [phraseKeys(write, language).join(' '), phraseKeys(apart, language).join(' ')]
}

type Match = { readonly entry: GlossaryEntry; readonly length: number; readonly isPossessive: boolean }

function matchAt(words: readonly SpokenWord[], keys: readonly string[], at: number, index: Index): Match | undefined {
  const most = Math.min(runLength(words, keys, at), Math.max(index.longest, index.sounds.longest))
  for (let length = most; length > 0; length -= 1) {
    const window = keys.slice(at, at + length)
    const found = entryFor(window, index)
    if (found !== undefined) return { entry: found, length, isPossessive: false }
    const last = window.at(-1) ?? ''
    if (!POSSESSIVE.test(last)) continue
    const owner = entryFor([...window.slice(0, -1), last.replace(POSSESSIVE, '')], index)
    if (owner !== undefined) return { entry: owner, length, isPossessive: true }
  }
  return undefined
}

function entryFor(window: readonly string[], index: Index): GlossaryEntry | undefined {
  const phrase = window.join(' ')
  const exact = index.exact.get(phrase)
  if (exact !== undefined) return exact
  if (window.every(isFunctionWord)) return undefined
  const known = index.known.get(phrase)
  if (known !== undefined || window.length > index.sounds.longest) return known
  for (const sound of soundsOfWindow(window, index.pronunciationsOf)) {
    const entry = index.sounds.get(sound)
    if (entry !== undefined) return entry
  }
  return undefined
}

/** Words from here on that may be replaced together: spoken without a pause, in one sentence, and not yet replaced. */
function runLength(words: readonly SpokenWord[], keys: readonly string[], at: number): number {
  let length = 0
  while (length < MAX_PHRASE_WORDS && (keys[at + length] ?? '') !== '') {
    length += 1
    const [last, next] = words.slice(at + length - 1, at + length + 1)
    if (last === undefined || next === undefined) break
    if (ENDS_SENTENCE.test(last.text) || next.startMs - last.endMs > MAX_GAP_MS) break
  }
  return length
}

/** @returns the same words when nothing changes, or when they are too short for as many new ones */
function replace(
  spoken: readonly SpokenWord[],
  { entry, isPossessive }: Match,
  { language, before }: Options & { readonly before: SpokenWord | undefined },
): readonly SpokenWord[] {
  const [first] = spoken
  const last = spoken.at(-1)
  if (first === undefined || last === undefined) return spoken
  const texts = writtenWords(entry.write, language)
  const begins = before === undefined || ENDS_SENTENCE.test(before.text)
  const lead = LEADING.exec(first.text)?.[0] ?? ''
  const tail = (isPossessive ? possessiveOf(last.text) : '') + (TRAILING.exec(last.text)?.[0] ?? '')
  const dressed = texts.map((text, at) => {
    const cased = at === 0 && begins ? asBeginning(text, first.text.slice(lead.length)) : text
    const ending = tail.startsWith('.') && cased.endsWith('.') ? tail.slice(1) : tail
    return `${at === 0 ? lead : ''}${cased}${at === texts.length - 1 ? ending : ''}`
  })
  if (dressed.length === spoken.length && dressed.every((text, at) => text === spoken[at]?.text)) return spoken
  return timed(spoken, dressed, { startMs: first.startMs, endMs: last.endMs })
}

function possessiveOf(text: string): string {
  return POSSESSIVE.exec(text.replace(TRAILING, ''))?.[0] ?? "'s"
}

/** A lower-case spelling takes the capital of a sentence that it begins. */
function asBeginning(text: string, spoken: string): string {
  const isCapital = /^\p{Lu}/u.test(spoken)
  if (!isCapital || text !== text.toLowerCase()) return text
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}

/** The new words in the times of the old ones. */
function timed(
  spoken: readonly SpokenWord[],
  texts: readonly string[],
  span: { startMs: number; endMs: number },
): readonly SpokenWord[] {
  if (texts.length === spoken.length) {
    return spoken.map((word, at) => ({ ...word, text: texts[at] ?? word.text, heard: word.text }))
  }
  if (span.endMs - span.startMs < texts.length) return spoken
  const heard = spoken.map(({ text }) => text).join(' ')
  const spans = share(span, texts)
  const confidence = lowest(spoken.map((word) => word.confidence))
  const timing = texts.length === 1 ? (spoken[0]?.timing ?? 'asr') : 'interpolated'
  return texts.map((text, at) => ({
    text,
    ...(spans[at] ?? span),
    confidence,
    timing,
    heard: at === 0 ? heard : '',
  }))
}

function lowest(confidences: readonly (number | null)[]): number | null {
  const known = confidences.filter((confidence) => confidence !== null)
  return known.length === 0 ? null : Math.min(...known)
}
