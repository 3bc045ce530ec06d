import type { CastShadow } from '#features/templates/model/index.ts'
import { intersection, type Rect } from '#platform/shared/rect.ts'
import { type PainterContext, prepareText } from './canvas.ts'
import type { PlacedWord } from './layout.ts'
import { centerOf, markOf, placed } from './reach.ts'
import type { ScenePage } from './scene-page.ts'
import type { Scene } from './scene.ts'
import { colorOf } from './tone.ts'
import type { Pose, SceneState } from './state.ts'

/** Which part of the frame a canvas shows, and how large. */
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
  for (const layer of layersOf(page, state, clip))
    drawWords({ context, page, alpha: state.alpha, scale: view.scale }, layer)
  context.restore()
}

/** Makes the canvas inside `rect` show the moment `state`, and leaves the rest of it alone. */
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
  for (const { x0, y0, x1, y1 } of boxes) {
    // Each by itself: an engine smooths the edges of a path of many shapes differently when it is clipped.
    context.beginPath()
    context.roundRect(x0, y0, x1 - x0, y1 - y0, Math.min(page.decoration.boxRadius, (y1 - y0) / 2, (x1 - x0) / 2))
    context.fill()
  }
}

type DrawnWord = { readonly word: PlacedWord; readonly pose: Pose }
type Brush = {
  readonly context: PainterContext
  readonly page: ScenePage
  /** Of the page; a word's own comes on top. */
  readonly alpha: number
  /** Of the view: shadows do not follow a canvas's transformation. */
  readonly scale: number
}

/** Words by what they cover: the ones at rest together, then those that jump out, over their neighbours. */
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

/** All shadows and outlines first, then all letters: no outline ever lies on a neighbour's letters. */
function drawWords(brush: Brush, words: readonly DrawnWord[]): void {
  const { context, page } = brush
  const { shadows, outlines } = page.decoration
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
  // A soft shadow is cast by the outline, which is then there already.
  if (outlined && (soft.length === 0 || hard.length > 0)) words.forEach(paintShape)
  for (const drawn of words) inPose(brush, drawn, (x, y) => fillWord(brush, drawn, x, y))
}

function castShadow({ context, scale }: Brush, shadow: CastShadow): void {
  context.shadowColor = shadow.color
  // With next to no blur a shadow takes another way through the engines, where they disagree about emoji.
  context.shadowBlur = Math.max(1, shadow.blur * scale)
  context.shadowOffsetX = shadow.x * scale
  context.shadowOffsetY = shadow.y * scale
}

/** A shadow without blur is the word once more, in one colour: far quicker to draw. Emoji have no such copy. */
function drawCopy(brush: Brush, drawn: DrawnWord, shadow: CastShadow): void {
  if (drawn.word.flat) return
  const { context, page } = brush
  inPose(brush, drawn, (x, baseline) => {
    context.fillStyle = shadow.color
    context.strokeStyle = shadow.color
    context.lineWidth = page.decoration.strokeWidth
    if (page.decoration.strokeWidth > 0) context.strokeText(drawn.word.text, x + shadow.x, baseline + shadow.y)
    context.fillText(drawn.word.text, x + shadow.x, baseline + shadow.y)
  })
}

/** Moves the canvas into a word's pose; a word at rest is drawn on whole pixels, untransformed. */
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
  for (const { width, color } of page.decoration.outlines) {
    context.strokeStyle = color
    context.lineWidth = width
    context.strokeText(word.text, x, baseline)
  }
}

function fillWord(brush: Brush, { word, pose }: DrawnWord, x: number, baseline: number): void {
  const { context, page } = brush
  const { fill } = page.look
  if (pose.sweep === null) {
    context.fillStyle = shaded(brush, word, colorOf(page, word, pose.tone), baseline)
    context.fillText(word.text, x, baseline)
    return
  }
  context.fillStyle = shaded(brush, word, fill.upcoming, baseline)
  context.fillText(word.text, x, baseline)
  context.beginPath()
  const start = word.direction === 'rtl' ? x + Math.ceil(word.width) - pose.sweep : x
  context.rect(start, baseline - 2 * page.em, pose.sweep, 3 * page.em)
  context.clip()
  context.fillStyle = shaded(brush, word, colorOf(page, word, 'active'), baseline)
  context.fillText(word.text, x, baseline)
}

function shaded({ context, page }: Brush, word: PlacedWord, color: string, baseline: number): unknown {
  const { run } = page.decoration
  if (run === null || word.flat) return color
  const gradient = context.createLinearGradient(0, baseline - run.height, 0, baseline)
  gradient.addColorStop(0, color)
  gradient.addColorStop(1, run.to)
  return gradient
}
