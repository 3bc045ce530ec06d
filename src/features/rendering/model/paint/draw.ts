import { type CastShadow, type Outline, sweepEdge } from '#features/templates/model/index.ts'
import { intersection, type Rect, shifted } from '#platform/shared/rect.ts'
import { type PainterContext, prepareText } from '../canvas.ts'
import { drawCaret } from './caret.ts'
import { drawBox } from './draw-box.ts'
import { drawDecor } from './draw-decor.ts'
import type { LetterRun } from '../layout/letter-runs.ts'
import type { PlacedWord } from '../layout/layout.ts'
import type { InkDecoration } from '../layout/ink-decoration.ts'
import { letterPaint } from './letter-paint.ts'
import { inkOf } from './moving-ink.ts'
import { centerOf, markOf, placed } from '../layout/reach.ts'
import type { ScenePage } from '../layout/scene-page.ts'
import type { Scene } from '../layout/scene.ts'
import { isUpright, standAt } from '../layout/stance.ts'
import { colorOf } from './tone.ts'
import type { Pose, SceneState } from './state.ts'
import { hardEnd, sweepPaint } from './sweep.ts'

/** The part of the frame that a canvas shows, and its scale. */
export type View = {
  /** The frame's pixel at the canvas's upper left corner. */
  readonly x: number
  readonly y: number
  /** Canvas pixels per pixel of the frame; 1 is exact. */
  readonly scale: number
}

/** The whole frame at its own size. */
export const EXACT_VIEW: View = { x: 0, y: 0, scale: 1 }

/**
 * Draws one moment over what the canvas holds.
 * @param clip words outside this part of the frame are skipped; the caller clips the canvas itself
 */
export function draw(context: PainterContext, scene: Scene, state: SceneState | null, view: View, clip?: Rect): void {
  if (state === null) return
  const { page } = state
  context.save()
  context.scale(view.scale, view.scale)
  context.translate(-view.x, -view.y)
  prepareText(context, scene.language)
  context.lineJoin = 'round'
  enterPage(context, page, state)
  drawBoxes(context, page, state, view.scale)
  drawWordBoxes(context, page, state)
  drawDecor(context, state, { isBehind: true, scale: view.scale, clip })
  for (const layer of layersOf(page, state, clip))
    drawWords({ context, page, alpha: state.alpha, scale: view.scale }, layer)
  drawCaret(context, page, state.caret)
  drawDecor(context, state, { isBehind: false, scale: view.scale, clip })
  context.restore()
}

/** Redraws the canvas inside `rect` for `state` and leaves the rest untouched. */
export function redraw(context: PainterContext, scene: Scene, state: SceneState | null, view: View, rect: Rect): void {
  const x = (rect.x0 - view.x) * view.scale
  const y = (rect.y0 - view.y) * view.scale
  const width = (rect.x1 - rect.x0) * view.scale
  const height = (rect.y1 - rect.y0) * view.scale
  context.save()
  context.beginPath()
  context.rect(x, y, width, height)
  context.clip()
  context.clearRect(x, y, width, height)
  draw(context, scene, state, view, rect)
  context.restore()
}

/** Transforms the canvas to the movement of a page, with its opacity. */
export function enterPage(context: PainterContext, page: ScenePage, state: SceneState): void {
  context.globalAlpha = state.alpha
  if (isUpright(state)) {
    if (state.x !== 0 || state.shift !== 0) context.translate(state.x, state.shift)
    return
  }
  const center = centerOf(page)
  standAt(context, state, center)
  context.translate(-center.x, -center.y)
}

function drawBoxes(context: PainterContext, page: ScenePage, { boxes }: SceneState, scale: number): void {
  const { box } = page.look
  if (box === null || boxes.length === 0) return
  const color = box.color === 'accent' ? page.accent : box.color
  const { em, decoration } = page
  for (const rect of boxes) drawBox(context, { box, rect, radius: decoration.boxRadius, em, color, scale })
}

/** Boxes of single words stay in place while their words move. */
function drawWordBoxes(context: PainterContext, page: ScenePage, state: SceneState): void {
  for (const [at, { style, centerX: x, centerY: y }] of page.words.entries()) {
    const pose = state.poses[at]
    if (!style?.box || pose === undefined || pose.tone === 'hidden') continue
    const { rect, color, radius, tilt } = style.box
    context.save()
    context.globalAlpha = state.alpha * pose.alpha
    context.fillStyle = color
    if (tilt !== 0) standAt(context, { scale: 1, x: 0, shift: 0, tilt, skew: 0 }, { x, y })
    fillRound(context, tilt === 0 ? rect : shifted(rect, -x, -y), radius)
    context.restore()
  }
}

function fillRound(context: PainterContext, { x0, y0, x1, y1 }: Rect, radius: number): void {
  // Boxes are filled one by one: engines smooth a clipped path of many shapes differently.
  context.beginPath()
  context.roundRect(x0, y0, x1 - x0, y1 - y0, Math.min(radius, (y1 - y0) / 2, (x1 - x0) / 2))
  context.fill()
}

type DrawnWord = { readonly word: PlacedWord; readonly pose: Pose }
type Brush = {
  readonly context: PainterContext
  readonly page: ScenePage
  /** Of the page; multiplied by the word's own. */
  readonly alpha: number
  /** Of the view: canvas transformations do not apply to shadows. */
  readonly scale: number
}

/** Words by drawing order: words at rest first, then words that pop out over their neighbours. */
function layersOf(page: ScenePage, state: SceneState, clip: Rect | undefined): DrawnWord[][] {
  const visible = page.words.flatMap((word, at): DrawnWord[] => {
    const pose = state.poses[at]
    if (pose === undefined || pose.tone === 'hidden') return []
    const mark = placed(page, markOf(page, word, pose), state)
    return clip === undefined || intersection(mark, clip) !== null ? [{ word, pose }] : []
  })
  const resting = visible.filter(({ pose }) => pose.scale === 1)
  const moving = visible.filter(({ pose }) => pose.scale !== 1 && pose.tone !== 'active')
  const active = visible.filter(({ pose }) => pose.scale !== 1 && pose.tone === 'active')
  return [resting, moving, active].filter((layer) => layer.length > 0)
}

/** Draws all shadows and outlines before all letters, so that no outline covers a neighbour's letters. */
function drawWords(brush: Brush, words: readonly DrawnWord[]): void {
  for (const [decoration, group] of byDecoration(brush.page, words)) drawUnder(brush, decoration, group)
  for (const drawn of words) inPose(brush, drawn, (part) => fillWord(brush, drawn, part))
}

/** Words by their decoration, in order of appearance. Bars have none. */
function byDecoration(page: ScenePage, words: readonly DrawnWord[]): Map<InkDecoration, DrawnWord[]> {
  const groups = new Map<InkDecoration, DrawnWord[]>()
  for (const drawn of words) {
    if (drawn.word.bar) continue
    const ink = inkOf(page, drawn.word, drawn.pose)
    groups.set(ink, [...(groups.get(ink) ?? []), drawn])
  }
  return groups
}

/** Draws the shadows and outlines of words with one decoration. */
function drawUnder(brush: Brush, { shadows, outlines }: InkDecoration, words: readonly DrawnWord[]): void {
  const { context } = brush
  const [lowest] = outlines
  const soft = shadows.filter(({ blur }) => blur > 0)
  const hard = shadows.filter(({ blur }) => blur === 0)
  const paintShape = (drawn: DrawnWord) =>
    inPose(brush, drawn, (part) => (lowest ? strokeWord(brush, lowest, part) : fillWord(brush, drawn, part)))
  for (const shadow of soft) {
    context.save()
    castShadow(brush, shadow)
    words.forEach(paintShape)
    context.restore()
  }
  for (const shadow of hard) for (const drawn of words) drawCopy(brush, drawn, shadow)
  // With soft shadows alone the lowest outline is already drawn.
  const left = soft.length > 0 && hard.length === 0 ? outlines.slice(1) : outlines
  for (const outline of left)
    for (const drawn of words) inPose(brush, drawn, (part) => strokeWord(brush, outline, part))
}

function castShadow({ context, scale }: Brush, shadow: CastShadow): void {
  context.shadowColor = shadow.color
  // With almost no blur, engines take another code path for shadows and disagree about emoji.
  context.shadowBlur = Math.max(1, shadow.blur * scale)
  context.shadowOffsetX = shadow.x * scale
  context.shadowOffsetY = shadow.y * scale
}

/** Draws a shadow without blur as a copy of the word in one colour, which is far faster. Emoji cannot be recoloured. */
function drawCopy(brush: Brush, drawn: DrawnWord, shadow: CastShadow): void {
  if (drawn.word.flat) return
  const { context, page } = brush
  const { strokeWidth } = inkOf(page, drawn.word, drawn.pose)
  inPose(brush, drawn, ({ text, x, baseline }) => {
    context.fillStyle = shadow.color
    context.strokeStyle = shadow.color
    context.lineWidth = strokeWidth
    if (strokeWidth > 0) context.strokeText(text, x + shadow.x, baseline + shadow.y)
    context.fillText(text, x + shadow.x, baseline + shadow.y)
  })
}

/** A text to draw: a word, or some of its letters. */
type Part = {
  readonly text: string
  readonly x: number
  readonly baseline: number
  /** The left edge of its word on the canvas. */
  readonly wordX: number
  /** The middle of letters from the start of their word; null for a whole word. */
  readonly middle: number | null
}

/** Transforms the canvas to a word's pose; a word at rest is drawn on whole pixels, untransformed. */
function inPose({ context, alpha }: Brush, { word, pose }: DrawnWord, paint: (part: Part) => void): void {
  context.save()
  context.globalAlpha = alpha * pose.alpha
  const { font, letterSpacing } = word.weights?.[pose.weight] ?? word
  context.font = font
  context.letterSpacing = letterSpacing
  context.direction = word.direction
  if (isUpright(pose)) {
    paintParts(word.x + pose.x, word.baseline + pose.shift)
  } else {
    standAt(context, pose, { x: word.centerX, y: word.centerY })
    paintParts(word.x - word.centerX, word.baseline - word.centerY)
  }
  context.restore()

  function paintParts(x: number, baseline: number): void {
    if (pose.letters === null) paint({ text: word.text, x, baseline, wordX: x, middle: null })
    else for (const run of pose.letters) inRun(run, { x, baseline, alpha: alpha * pose.alpha })
  }

  function inRun(run: LetterRun, at: { readonly x: number; readonly baseline: number; readonly alpha: number }): void {
    const middle = run.x + run.width / 2
    const part = { text: run.text, middle }
    context.globalAlpha = at.alpha * run.alpha
    if (isUpright(run)) return paint({ ...part, x: at.x + run.x, wordX: at.x, baseline: at.baseline + run.shift })
    const above = CAPS_MIDDLE * word.px
    context.save()
    standAt(context, { ...run, x: 0 }, { x: at.x + middle, y: at.baseline - above })
    paint({ ...part, x: -run.width / 2, wordX: -middle, baseline: above })
    context.restore()
  }
}

/** Middle of capital letters above the baseline, in em: letters turn about it. */
const CAPS_MIDDLE = 0.36

function strokeWord({ context }: Brush, outline: Outline, { text, x, baseline }: Part): void {
  context.strokeStyle = outline.color
  context.lineWidth = outline.width
  context.strokeText(text, x + (outline.x ?? 0), baseline + (outline.y ?? 0))
}

function fillWord(brush: Brush, { word, pose }: DrawnWord, part: Part): void {
  const { context, page } = brush
  const ink = inkOf(page, word, pose)
  const paint = (color: string, isActive: boolean) =>
    letterPaint(context, { page, word, ink, isActive }, color, { x: part.wordX, baseline: part.baseline })
  if (pose.sweep === null) {
    context.fillStyle = paint(colorOf(page, word, pose.tone), pose.tone === 'active')
    fillLetters(context, word, part)
    return
  }
  const sweep = { ...sweepEdge(page.look.animation), to: pose.sweep }
  const colors = { before: (word.style ?? page).look.fill.upcoming, after: colorOf(page, word, 'active') }
  const paints = { before: paint(colors.before, false), after: paint(colors.after, true) }
  const isPlain = !word.flat && paints.before === colors.before && paints.after === colors.after
  if (isPlain && (sweep.isByLetter || sweep.width > 0)) {
    context.fillStyle = sweepPaint(context, word, sweep, { ...colors, x: part.wordX })
    fillLetters(context, word, part)
  } else {
    fillInTwo(brush, word, part, { ...paints, end: hardEnd(word, sweep) })
  }
}

type TwoPaints = {
  readonly before: unknown
  readonly after: unknown
  /** Pixels from the start of the word. */ readonly end: number
}

/** Fills a word with two paints and a hard edge between them. */
function fillInTwo({ context, page }: Brush, word: PlacedWord, part: Part, { before, after, end }: TwoPaints): void {
  const { x, baseline, middle } = part
  if (middle !== null) {
    // Letters on their own are filled one by one: a clip would have to move with each.
    const isFilled = (word.direction === 'rtl' ? word.width - middle : middle) <= end
    context.fillStyle = isFilled ? after : before
    fillLetters(context, word, part)
    return
  }
  context.fillStyle = before
  fillLetters(context, word, part)
  context.beginPath()
  const start = word.direction === 'rtl' ? x + Math.ceil(word.width) - end : x
  context.rect(start, baseline - 2 * page.em, end, 3 * page.em)
  context.clip()
  context.fillStyle = after
  fillLetters(context, word, part)
}

/** Fills the letters of a word, or the bar in their place. */
function fillLetters(context: PainterContext, word: PlacedWord, { text, x, baseline }: Part): void {
  if (!word.bar) return context.fillText(text, x, baseline)
  const { ink } = word
  context.beginPath()
  context.rect(x, baseline + ink.y0 - word.baseline, ink.x1 - ink.x0, ink.y1 - ink.y0)
  context.fill()
}
