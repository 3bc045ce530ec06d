import { lettersReach } from '#features/templates/model/index.ts'
import { grow, type Rect, sameRects } from '#platform/shared/rect.ts'
import type { PainterContext } from '../canvas.ts'
import type { PlacedWord } from '../layout/layout.ts'
import type { ScenePage } from '../layout/scene-page.ts'
import type { LetterRun } from '../layout/letter-runs.ts'
import { colorOf, type Tone } from './tone.ts'

/** What the caret needs to know of a word's pose. */
type Pose = { readonly tone: Tone; readonly letters: readonly LetterRun[] | null }

/** A caret: its place on whole pixels, and its colour, that of the word at which it stands when it is spoken. */
export type Caret = Rect & { readonly color: string }

/** The caret stands still for this long after the last word began, then blinks once a second. */
const STILL_MS = 900
const BLINK_MS = 500
/** Lengths in em: space before it, its width, and its edges above and below the baseline. */
const SPACE = 0.06
const WIDTH = 0.09
const ABOVE = 0.8
const BELOW = 0.1

/** The caret after the last letter on screen; null without one, or while it blinks. */
export function caretOf(page: ScenePage, poses: readonly Pose[], tMs: number): Caret | null {
  const { look, words, fromMs } = page
  if (!lettersReach(look.animation, 1).hasCaret) return null
  const at = words.findLastIndex((_, index) => isShown(poses[index]))
  const word = words[Math.max(at, 0)]
  if (word === undefined) return null
  const idleMs = tMs - Math.max(word.t0, fromMs) - STILL_MS
  if (idleMs > 0 && Math.floor(idleMs / BLINK_MS) % 2 === 1) return null
  return { ...placeCaret(word, at === -1 ? undefined : poses[at]), color: colorOf(page, word, 'active') }
}

function isShown(pose: Pose | undefined): boolean {
  return pose !== undefined && pose.tone !== 'hidden' && pose.letters?.length !== 0
}

function placeCaret({ x, width, baseline, px, direction }: PlacedWord, pose: Pose | undefined): Rect {
  const runs = pose?.letters
  const isRight = direction === 'rtl'
  const [start, end] = pose === undefined ? [isRight ? width : 0, isRight ? width : 0] : edgesOf(runs, width)
  const edge = isRight ? x + start - (SPACE + WIDTH) * px : x + end + SPACE * px
  const left = Math.round(edge)
  return {
    x0: left,
    y0: Math.round(baseline - ABOVE * px),
    x1: left + Math.max(2, Math.round(WIDTH * px)),
    y1: Math.round(baseline + BELOW * px),
  }
}

function edgesOf(runs: Pose['letters'] | undefined, width: number): [number, number] {
  if (!runs) return [0, width]
  return [Math.min(...runs.map((run) => run.x)), Math.max(...runs.map((run) => run.x + run.width))]
}

/** True when both carets are the same, or both missing. */
export function sameCaret(a: Caret | null, b: Caret | null): boolean {
  return a === null || b === null ? a === b : a.color === b.color && sameRects([a], [b])
}

/** The bounds of a caret with its outline; null without one. */
export function markOfCaret({ decoration }: ScenePage, caret: Rect | null): Rect | null {
  return caret && grow(caret, outlineOf(decoration))
}

/** Draws the caret with the outline of its page. */
export function drawCaret(context: PainterContext, { decoration }: ScenePage, caret: Caret | null): void {
  if (caret === null) return
  const [outline] = decoration.outlines
  if (outline !== undefined) fillRect(context, grow(caret, outlineOf(decoration)), outline.color)
  fillRect(context, caret, caret.color)
}

function outlineOf({ strokeWidth }: ScenePage['decoration']): number {
  return Math.round(strokeWidth / 2)
}

function fillRect(context: PainterContext, { x0, y0, x1, y1 }: Rect, color: string): void {
  context.fillStyle = color
  context.beginPath()
  context.rect(x0, y0, x1 - x0, y1 - y0)
  context.fill()
}
