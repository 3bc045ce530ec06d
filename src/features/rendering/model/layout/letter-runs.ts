import {
  hidesUnspoken,
  letterPose,
  type LetterPose,
  type lettersReach,
  type Look,
} from '#features/templates/model/index.ts'
import { hull, type Rect } from '#platform/shared/rect.ts'
import type { PlacedWord } from './layout.ts'
import type { Letter } from './letters.ts'
import type { ScenePage } from './scene-page.ts'
import { isUpright, sameStance, type Stance } from './stance.ts'
import type { Direction } from '../text/text-direction.ts'

/** Letters that stand alike, drawn as one text. They stand about their own centre. */
export type LetterRun = Letter &
  Pick<Stance, 'scale' | 'shift' | 'tilt' | 'skew'> & {
    readonly alpha: number
    /** Another letter stands in its place. */
    readonly isSwapped: boolean
  }

/** Times of a word, in ms. */
type WordTimes = { readonly sinceMs: number; readonly spokenMs: number }
type LettersMoment = {
  readonly sinceMs: number
  readonly spanMs: number
  /** Number of letters before the word that come together with it, and of all. */
  readonly before: number
  readonly count: number
  readonly word: WordTimes
}
/** The moment of the letters of a word, by its index in the page. */
export type LettersTiming = (index: number, word: WordTimes) => LettersMoment

/** Share of a caption's time in which all its letters come, if they come at once. */
const COMING = 0.5

/**
 * When letters come: with their word if words are revealed, else one after the other from the start of the caption.
 * Null for looks that move no letters.
 */
export function lettersTiming({ look, words, fromMs, toMs }: ScenePage, sinceMs: number): LettersTiming | null {
  const { animation } = look
  if (!animation.letters) return null
  if (hidesUnspoken(animation)) {
    return (index, word) => ({
      sinceMs: word.sinceMs,
      spanMs: word.spokenMs,
      before: 0,
      count: words[index]?.letters?.length ?? 1,
      word,
    })
  }
  let count = 0
  const before = words.map(({ letters }) => (count += letters?.length ?? 1) - (letters?.length ?? 1))
  const spanMs = (toMs - fromMs) * COMING
  return (index, word) => ({ sinceMs, spanMs, before: before[index] ?? 0, count, word })
}

/** The letters of a word by their poses, without hidden ones; null for a word whose letters are all at rest. */
export function poseLetters(
  { animation }: Look,
  word: PlacedWord,
  { sinceMs, spanMs, before, count, word: times }: LettersMoment,
  words: readonly PlacedWord[],
): readonly LetterRun[] | null {
  const letters = word.letters ?? [{ text: word.text, x: 0, width: word.width }]
  const runs: LetterRun[] = []
  let isWhole = true
  let neighbour = ''
  for (const [index, letter] of letters.entries()) {
    const pose = letterPose(animation, {
      sinceMs,
      spanMs,
      index: before + index,
      count,
      em: word.px,
      word: { sinceMs: times.sinceMs, spanMs: times.spokenMs, index, count: letters.length },
    })
    if (pose === null) return null
    isWhole &&= isAtRest(pose)
    const shown = pose.swap === null ? letter : swappedLetter(letter, { swap: pose.swap, neighbour, word, words })
    neighbour = shown.text
    if (pose.alpha > 0) addRun(runs, runOf(pose, shown), word.direction)
  }
  return isWhole ? null : runs
}

function runOf({ alpha, scale, x, shift, tilt, skew, swap }: LetterPose, letter: Letter): LetterRun {
  return { ...letter, x: letter.x + x, alpha, scale, shift, tilt, skew, isSwapped: swap !== null }
}

function isAtRest(pose: LetterPose): boolean {
  return isUpright(pose) && pose.alpha === 1 && pose.x === 0 && pose.shift === 0 && pose.swap === null
}

/** Adds a letter, to the run before it where both are at rest: text in one piece is drawn faster, and kerned. */
function addRun(runs: LetterRun[], next: LetterRun, direction: Direction): void {
  const last = runs.at(-1)
  if (last === undefined || !isStill(last) || !isStill(next)) return void runs.push(next)
  const x = direction === 'rtl' ? next.x : last.x
  const end = direction === 'rtl' ? last.x + last.width : next.x + next.width
  runs[runs.length - 1] = { ...last, text: last.text + next.text, x, width: end - x }
}

function isStill(run: LetterRun): boolean {
  return isUpright({ ...run, x: 0 }) && run.alpha === 1 && run.shift === 0 && !run.isSwapped
}

type Swap = {
  /** Picks one of the letters that fit. */
  readonly swap: number
  /** The letter shown before it in its word. */
  readonly neighbour: string
  readonly word: PlacedWord
  readonly words: readonly PlacedWord[]
}

/**
 * Another letter of the caption of about its width, in the middle of its place: not the one before it, because a run of
 * one letter looks like a fault. Its own where no other fits.
 */
function swappedLetter(letter: Letter, { swap, neighbour, word, words }: Swap): Letter {
  if (word.letters === undefined) return letter
  const fitting = new Map<string, Letter>()
  for (const { font, letters = [] } of words)
    if (font === word.font) for (const each of letters) if (fits(each, letter)) fitting.set(each.text, each)
  fitting.delete(neighbour)
  if (fitting.size > 1) fitting.delete(letter.text)
  const other = [...fitting.values()][swap % Math.max(fitting.size, 1)]
  return other === undefined ? letter : { ...other, x: letter.x + (letter.width - other.width) / 2 }
}

function fits({ text, width }: Letter, place: Letter): boolean {
  return /\p{L}/u.test(text) && width <= place.width * 1.15 && width >= place.width * 0.55
}

/** True when letters look the same in both. */
export function sameLetters(a: readonly LetterRun[] | null, b: readonly LetterRun[] | null): boolean {
  if (a === null || b === null) return a === b
  return a.length === b.length && a.every((run, at) => isSameRun(run, b[at] ?? run))
}

function isSameRun(a: LetterRun, b: LetterRun): boolean {
  return a.text === b.text && a.alpha === b.alpha && sameStance(a, b)
}

type Bounds = Omit<ReturnType<typeof lettersReach>, 'hasCaret'>

/** The ink of a word whose letters move; somewhat larger than it is. */
export function inkOfRuns(word: PlacedWord, runs: readonly LetterRun[] | null): Rect {
  if (runs === null || runs.length === 0) return word.ink
  const most = (of: (run: LetterRun) => number) => Math.max(0, ...runs.map(of))
  return reachOfLetters(word, {
    above: most(({ shift }) => -shift),
    below: most(({ shift }) => shift),
    left: most(({ x }) => -x),
    right: most(({ x, width }) => x + width - word.width),
    scale: Math.max(
      1,
      most(({ scale }) => scale),
    ),
    tilt: most(({ tilt }) => Math.abs(tilt)),
    skew: most(({ skew }) => Math.abs(skew)),
    swaps: runs.some(({ isSwapped }) => isSwapped),
  })
}

/** The bounds of a word's ink while its letters move within bounds. */
export function reachOfLetters({ ink, baseline, px }: PlacedWord, bounds: Bounds): Rect {
  const { above, below, left, right, scale, tilt, skew, swaps } = bounds
  // A letter is about an em large, and turns about its own centre.
  const beside = px * (scale - 1 + tilt + skew)
  const drawn = swaps
    ? hull([
        ink,
        { ...ink, x0: ink.x0 - 0.2 * px, x1: ink.x1 + 0.2 * px, y0: baseline - 1.15 * px, y1: baseline + 0.45 * px },
      ])
    : ink
  return {
    x0: drawn.x0 - left - beside,
    y0: drawn.y0 - above - beside,
    x1: drawn.x1 + right + beside,
    y1: drawn.y1 + below + beside,
  }
}
