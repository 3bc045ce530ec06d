import type { CastShadow } from '#features/templates/model/index.ts'
import { intersection, type Rect } from '#platform/shared/rect.ts'
import { type PainterContext, prepareText } from './canvas.ts'
import { drawDecor } from './draw-decor.ts'
import type { PlacedWord } from './layout.ts'
import type { InkDecoration } from './ink-decoration.ts'
import { centerOf, markOf, placed } from './reach.ts'
import type { ScenePage } from './scene-page.ts'
import type { Scene } from './scene.ts'
import { colorOf } from './tone.ts'
import type { Pose, SceneState } from './state.ts'

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
  drawBoxes(context, page, state)
  drawWordBoxes(context, page, state)
  drawDecor(context, state, { isBehind: true, scale: view.scale, clip })
  for (const layer of layersOf(page, state, clip))
    drawWords({ context, page, alpha: state.alpha, scale: view.scale }, layer)
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

function enterPage(context: PainterContext, page: ScenePage, state: SceneState): void {
  context.globalAlpha = state.alpha
  if (state.shift !== 0) context.translate(0, state.shift)
  if (state.scale === 1) return
  const { x, y } = centerOf(page)
  context.translate(x, y)
  context.scale(state.scale, state.scale)
  context.translate(-x, -y)
}

function drawBoxes(context: PainterContext, page: ScenePage, state: SceneState): void {
  const { boxes } = state
  const { box } = page.look
  if (box === null || boxes.length === 0) return
  context.fillStyle = box.color === 'accent' ? page.accent : box.color
  for (const rect of boxes) fillRound(context, rect, page.decoration.boxRadius)
}

/** Boxes of single words stay in place while their words move. */
function drawWordBoxes(context: PainterContext, page: ScenePage, state: SceneState): void {
  for (const [at, { style }] of page.words.entries()) {
    const pose = state.poses[at]
    if (!style?.box || pose === undefined || pose.tone === 'hidden') continue
    const { rect, color, radius } = style.box
    context.save()
    context.globalAlpha = state.alpha * pose.alpha
    context.fillStyle = color
    fillRound(context, rect, radius)
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
    const mark = placed(page, markOf(page, word, pose), state.scale, state.shift)
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
  for (const drawn of words) inPose(brush, drawn, (x, y) => fillWord(brush, drawn, x, y))
}

/** Words by their decoration, in order of appearance. Bars have none. */
function byDecoration(page: ScenePage, words: readonly DrawnWord[]): Map<InkDecoration, DrawnWord[]> {
  const groups = new Map<InkDecoration, DrawnWord[]>()
  for (const drawn of words) {
    if (drawn.word.bar) continue
    const { decoration } = drawn.word.style ?? page
    groups.set(decoration, [...(groups.get(decoration) ?? []), drawn])
  }
  return groups
}

/** Draws the shadows and outlines of words with one decoration. */
function drawUnder(brush: Brush, { shadows, outlines }: InkDecoration, words: readonly DrawnWord[]): void {
  const { context } = brush
  const outlined = outlines.length > 0
  const soft = shadows.filter(({ blur }) => blur > 0)
  const hard = shadows.filter(({ blur }) => blur === 0)
  const paintShape = (drawn: DrawnWord) =>
    inPose(brush, drawn, (x, y) => (outlined ? strokeWord(brush, drawn.word, x, y) : fillWord(brush, drawn, x, y)))
  for (const shadow of soft) {
    context.save()
    castShadow(brush, shadow)
    words.forEach(paintShape)
    context.restore()
  }
  for (const shadow of hard) for (const drawn of words) drawCopy(brush, drawn, shadow)
  // The outline has already cast a soft shadow.
  if (outlined && (soft.length === 0 || hard.length > 0)) words.forEach(paintShape)
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
  const { strokeWidth } = (drawn.word.style ?? page).decoration
  inPose(brush, drawn, (x, baseline) => {
    context.fillStyle = shadow.color
    context.strokeStyle = shadow.color
    context.lineWidth = strokeWidth
    if (strokeWidth > 0) context.strokeText(drawn.word.text, x + shadow.x, baseline + shadow.y)
    context.fillText(drawn.word.text, x + shadow.x, baseline + shadow.y)
  })
}

/** Transforms the canvas to a word's pose; a word at rest is drawn on whole pixels, untransformed. */
function inPose(
  { context, alpha }: Brush,
  { word, pose }: DrawnWord,
  paint: (x: number, baseline: number) => void,
): void {
  context.save()
  context.globalAlpha = alpha * pose.alpha
  context.font = word.font
  context.letterSpacing = word.letterSpacing
  context.direction = word.direction
  if (pose.scale === 1 && pose.tilt === 0) {
    paint(word.x, word.baseline + pose.shift)
  } else {
    context.translate(word.centerX, word.centerY + pose.shift)
    if (pose.tilt !== 0) context.rotate(pose.tilt)
    context.scale(pose.scale, pose.scale)
    paint(word.x - word.centerX, word.baseline - word.centerY)
  }
  context.restore()
}

function strokeWord({ context, page }: Brush, word: PlacedWord, x: number, baseline: number): void {
  for (const { width, color } of (word.style ?? page).decoration.outlines) {
    context.strokeStyle = color
    context.lineWidth = width
    context.strokeText(word.text, x, baseline)
  }
}

function fillWord(brush: Brush, { word, pose }: DrawnWord, x: number, baseline: number): void {
  const { context, page } = brush
  const { fill } = (word.style ?? page).look
  if (pose.sweep === null) {
    context.fillStyle = shaded(brush, word, colorOf(page, word, pose.tone), baseline)
    fillLetters(context, word, x, baseline)
    return
  }
  context.fillStyle = shaded(brush, word, fill.upcoming, baseline)
  fillLetters(context, word, x, baseline)
  context.beginPath()
  const start = word.direction === 'rtl' ? x + Math.ceil(word.width) - pose.sweep : x
  context.rect(start, baseline - 2 * page.em, pose.sweep, 3 * page.em)
  context.clip()
  context.fillStyle = shaded(brush, word, colorOf(page, word, 'active'), baseline)
  fillLetters(context, word, x, baseline)
}

/** Fills the letters of a word, or the bar in their place. */
function fillLetters(context: PainterContext, word: PlacedWord, x: number, baseline: number): void {
  if (!word.bar) return context.fillText(word.text, x, baseline)
  const { ink } = word
  context.beginPath()
  context.rect(x, baseline + ink.y0 - word.baseline, ink.x1 - ink.x0, ink.y1 - ink.y0)
  context.fill()
}

function shaded({ context, page }: Brush, word: PlacedWord, color: string, baseline: number): unknown {
  const { run } = (word.style ?? page).decoration
  if (run === null || word.flat) return color
  const gradient = context.createLinearGradient(0, baseline - run.height, 0, baseline)
  gradient.addColorStop(0, color)
  gradient.addColorStop(1, run.to)
  return gradient
}
