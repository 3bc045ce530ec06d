/** A range of a text, in UTF-16 units; `to` is exclusive. */
export type TextRange = { readonly from: number; readonly to: number }

/** One word of a search; in a script without spaces, a run of letters. */
export type SearchTerm = {
  /** Folded: without case, accents, apostrophes and compatibility forms. */
  readonly text: string
  readonly isUnspaced: boolean
  /** True for the last word, which may still be typed: it matches the beginnings of words. */
  readonly isPrefix: boolean
}

/** Maximum letters of a term. */
const LONGEST_TERM = 64
/** Maximum terms of a search; later ones are ignored. */
const MOST_TERMS = 20

/** The terms of a query, each once; none if it has no letter and no digit. */
export function parseTerms(query: string): SearchTerm[] {
  const runs = runsOf(query)
  const terms = new Map<string, SearchTerm>()
  for (const [at, { text, isUnspaced }] of runs.entries()) {
    const isPrefix = !isUnspaced && at === runs.length - 1
    const known = terms.get(text)
    if (known === undefined && terms.size === MOST_TERMS) break
    terms.set(text, { text, isUnspaced, isPrefix: isPrefix || known?.isPrefix === true })
  }
  return [...terms.values()]
}

/**
 * The places of all terms in a text, in order, without overlaps.
 * @returns undefined unless the text has every term
 */
export function matchTerms(text: string, terms: readonly SearchTerm[]): TextRange[] | undefined {
  if (terms.length === 0) return undefined
  const runs = runsOf(text)
  const ranges: TextRange[] = []
  for (const term of terms) {
    const found = runs.flatMap((run) => placesIn(run, term))
    if (found.length === 0) return undefined
    ranges.push(...found)
  }
  return joinRanges(ranges)
}

/** The places of a query as it stands, letters and signs alike: for titles. Undefined for none. */
export function matchSubstring(text: string, query: string): TextRange[] | undefined {
  const wanted = foldText(query.trim().replaceAll(/\s+/gu, ' ')).text
  const folded = foldText(text)
  const ranges = wanted === '' ? [] : occurrences(folded, wanted)
  return ranges.length === 0 ? undefined : ranges
}

/** The keys under which an index files a text: its words, and pairs of letters of scripts without spaces. */
export function indexKeys(text: string): string[] {
  return [...new Set(runsOf(text).flatMap((run) => (run.isUnspaced ? pairsOf(run.text) : [run.text])))]
}

/** A key of an index to look up; a prefix stands for every key that begins with it. */
export type KeyQuery = { readonly key: string; readonly isPrefix: boolean }

/** The keys that a text with this term has, all of them. */
export function keysOfTerm({ text, isUnspaced, isPrefix }: SearchTerm): KeyQuery[] {
  if (!isUnspaced) return [{ key: text, isPrefix }]
  const pairs = pairsOf(text).slice(0, -1)
  return pairs.length === 0 ? [{ key: text, isPrefix: true }] : pairs.map((key) => ({ key, isPrefix: false }))
}

/** Each letter with the next one, and the last letter alone, so that any letter begins a key. */
function pairsOf(text: string): string[] {
  const letters = [...text]
  return letters.map((letter, at) => letter + (letters[at + 1] ?? ''))
}

/** A word, or a run of letters of scripts without spaces. */
type Run = FoldedText & { readonly isUnspaced: boolean }

/** A folded text; `places` has the place of each unit in the original, and then its end. */
type FoldedText = { readonly text: string; readonly places: readonly number[] }

function placesIn(run: Run, term: SearchTerm): TextRange[] {
  if (run.isUnspaced !== term.isUnspaced) return []
  if (term.isUnspaced) return occurrences(run, term.text)
  if (term.isPrefix ? !run.text.startsWith(term.text) : run.text !== term.text) return []
  // A cut term stands for its whole word.
  const isWhole = run.text.length === term.text.length
  return [rangeAt(run, 0, isWhole ? run.places.length - 1 : term.text.length)]
}

function occurrences(folded: FoldedText, wanted: string): TextRange[] {
  const ranges: TextRange[] = []
  for (let at = folded.text.indexOf(wanted); at >= 0; at = folded.text.indexOf(wanted, at + wanted.length))
    ranges.push(rangeAt(folded, at, at + wanted.length))
  return ranges
}

function rangeAt({ places }: FoldedText, from: number, to: number): TextRange {
  return { from: places[from] ?? 0, to: places[to] ?? places.at(-1) ?? 0 }
}

function joinRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = joined.at(-1)
    if (last !== undefined && range.from < last.to)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    else joined.push(range)
  }
  return joined
}

function runsOf(original: string): Run[] {
  const { text, places } = foldText(original)
  const runs: Run[] = []
  let start = 0
  let kind: LetterKind = 'none'
  const end = (at: number) => {
    if (kind === 'none') return
    const isUnspaced = kind === 'unspaced'
    const to = isUnspaced ? at : Math.min(at, start + LONGEST_TERM)
    const last = places[at] ?? 0
    runs.push({ text: text.slice(start, to), places: [...places.slice(start, to), last], isUnspaced })
  }
  let at = 0
  for (const letter of text) {
    const next = kindOf(letter)
    if (next !== kind) {
      end(at)
      start = at
      kind = next
    }
    at += letter.length
  }
  end(at)
  return runs
}

type LetterKind = 'word' | 'unspaced' | 'none'

const ASCII_WORD = /^[a-z0-9]$/u
const WORD = /^[\p{L}\p{N}\p{M}]$/u
/** Scripts that are written without spaces between words (UAX #29 §4). */
const UNSPACED = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u

function kindOf(letter: string): LetterKind {
  if (letter.charCodeAt(0) < 128) return ASCII_WORD.test(letter) ? 'word' : 'none'
  if (!WORD.test(letter)) return 'none'
  return UNSPACED.test(letter) ? 'unspaced' : 'word'
}

const APOSTROPHES = new Set(["'", '’', '‘', 'ʼ', '＇'])
const ACCENTS = /[\u0300-\u036F]/gu

function foldText(original: string): FoldedText {
  const pieces: string[] = []
  const places: number[] = []
  let at = 0
  for (const letter of original) {
    const folded = foldLetter(letter)
    pieces.push(folded)
    for (let unit = 0; unit < folded.length; unit += 1) places.push(at)
    at += letter.length
  }
  return { text: pieces.join(''), places: [...places, at] }
}

function foldLetter(letter: string): string {
  if (APOSTROPHES.has(letter)) return ''
  if (letter.charCodeAt(0) < 128) return letter.toLowerCase()
  return letter.normalize('NFKD').toLowerCase().replaceAll(ACCENTS, '').replaceAll('ς', 'σ').normalize('NFC')
}
