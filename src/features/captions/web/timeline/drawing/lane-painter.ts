import type { TimelineMedia } from '#features/media/web/index.ts'
import type { EditorStore } from '../../store/editor-store.ts'
import type { PlayerClock } from '../../playback/player.ts'
import { selectedRange } from '../../store/selection.ts'
import { changedPart } from './changed-part.ts'
import type { Box } from './draw-boxes.ts'
import { captionBoxes, drawCaptions } from './draw-captions.ts'
import { drawFilmstrip } from './draw-filmstrip.ts'
import { drawOverlay, drawTip, type Lines, linesOf } from './draw-overlay.ts'
import { drawRuler } from './draw-ruler.ts'
import { drawWaveform } from './draw-waveform.ts'
import { drawWords, wordBoxes } from './draw-words.ts'
import { createFitText, type FitText } from './fit-text.ts'
import { laneFont, type LaneFrame } from './lane-frame.ts'
import { onThemeChange, type Palette, readPalette } from './palette.ts'
import type { TimelineStore } from '../timeline-store.ts'
import type { Viewport } from '../viewport.ts'
import { createWaveformImage } from './waveform-image.ts'

const WHOLE = {
  ruler: drawRuler,
  waveform: drawWaveform,
  filmstrip: drawFilmstrip,
} satisfies Record<string, (frame: LaneFrame) => void>

/** Lanes of boxes: where only some of them change, the others stay as they are painted. */
const BOXES = {
  words: { boxesOf: wordBoxes, draw: drawWords },
  captions: { boxesOf: captionBoxes, draw: drawCaptions },
} as const

/**
 * A lane of the timeline; each has a canvas of its own. `overlay` lies over all others, and `tip` over the topmost: in
 * a drag it changes in every frame, and the cost of a canvas grows with its area.
 */
export type Lane = keyof typeof WHOLE | keyof typeof BOXES | 'overlay' | 'tip'

const ALL = ['ruler', 'waveform', 'filmstrip', 'words', 'captions', 'overlay', 'tip'] as const
const OF_CAPTIONS = ['words', 'captions'] as const
const OF_POINTER = ['overlay', 'tip'] as const
const OF_MEDIA = ['waveform', 'filmstrip'] as const
const OF_PLAYHEAD = ['overlay'] as const

/** Draws the lanes. */
export type LanePainter = {
  /** Adds a canvas; its `data-lane` names the lane. */
  attach(canvas: HTMLCanvasElement): void
  /** Draws all lanes again, for example after a resize. */
  redraw(): void
  dispose(): void
}

type Surface = {
  readonly canvas: HTMLCanvasElement
  readonly ctx: CanvasRenderingContext2D
  heightPx: number
  /** The boxes on the canvas; undefined if all of it has to be painted. */
  painted?: { readonly boxes: readonly Box[]; readonly view: Viewport } | undefined
  /** The lines on the canvas; undefined if it has to be painted. */
  lines?: Lines | undefined
  /** Whether anything is on the canvas of the tip. */
  hasTip?: boolean | undefined
}

/** What the painter draws. */
export type PainterOptions = {
  readonly editor: EditorStore
  readonly player: PlayerClock
  readonly timeline: TimelineStore
  readonly media: TimelineMedia
}

/** Creates the painter. It draws a lane at most once a frame, and only if something in it has changed. */
export function createLanePainter(o: PainterOptions): LanePainter {
  const surfaces = new Map<Lane, Surface>()
  const dirty = new Set<Lane>()
  let frame = 0
  let palette: Palette | undefined
  let fitText: FitText | undefined
  const waveform = createWaveformImage()

  function invalidate(lanes: readonly Lane[]): void {
    for (const lane of lanes) dirty.add(lane)
    if (frame === 0) frame = requestAnimationFrame(paint)
  }

  function paint(): void {
    frame = 0
    const { view, drag } = o.timeline.getState()
    const { doc, selection } = o.editor.getState()
    const preview = drag?.preview ?? null
    const selected = selectedRange(doc, selection)
    const shared = { view, doc, preview, selected, media: o.media, waveform, drag, playheadMs: o.player.nowMs() }
    for (const lane of dirty) {
      const surface = surfaces.get(lane)
      if (surface === undefined) continue
      const { ctx } = surface
      palette ??= readPalette(surface.canvas)
      fitText ??= createFitText((text) => ctx.measureText(text).width)
      const heightPx = fitCanvas(surface, view.widthPx, palette)
      if (heightPx > 0) paintLane(lane, surface, { ...shared, ctx, heightPx, palette, fitText })
    }
    dirty.clear()
  }

  function repaint(): void {
    for (const surface of surfaces.values()) surface.heightPx = -1
    invalidate(ALL)
  }

  const stops = [
    watchChanges(o, invalidate),
    o.media.onChange(() => invalidate(OF_MEDIA)),
    watchLook(() => {
      palette = undefined
      fitText = undefined
      repaint()
    }),
  ]
  return {
    attach(canvas) {
      const ctx = canvas.getContext('2d')
      const lane = ALL.find((name) => name === canvas.dataset['lane'])
      if (lane === undefined || ctx === null) return
      surfaces.set(lane, { canvas, ctx, heightPx: -1 })
      invalidate([lane])
    },
    redraw: repaint,
    dispose() {
      cancelAnimationFrame(frame)
      for (const stop of stops) stop()
    },
  }
}

/** Reports the lanes whose content changes. @returns unsubscribes */
function watchChanges(
  { editor, player, timeline }: PainterOptions,
  invalidate: (lanes: readonly Lane[]) => void,
): () => void {
  const stops = [
    timeline.subscribe((state, before) => {
      if (state.view !== before.view) return invalidate(ALL)
      if (state.drag === before.drag) return undefined
      // At a snap or a limit the pointer moves on, and the captions stay.
      if (state.drag?.preview !== before.drag?.preview) invalidate(OF_CAPTIONS)
      return invalidate(OF_POINTER)
    }),
    editor.subscribe((state, before) => {
      if (state.doc !== before.doc) invalidate(state.doc.markers === before.doc.markers ? OF_CAPTIONS : ALL)
      else if (state.selection !== before.selection) invalidate(OF_CAPTIONS)
    }),
    player.onTime(() => invalidate(OF_PLAYHEAD)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Calls back when theme or fonts change. @returns unsubscribes */
function watchLook(onLook: () => void): () => void {
  const stop = onThemeChange(onLook)
  // A font that loads later changes the width of every text.
  document.fonts.addEventListener('loadingdone', onLook)
  return () => {
    document.fonts.removeEventListener('loadingdone', onLook)
    stop()
  }
}

/** Paints a lane, or the part of it that has changed. */
function paintLane(lane: Lane, surface: Surface, frame: LaneFrame): void {
  const { ctx, view, heightPx } = frame
  if (lane === 'overlay') return paintLines(surface, frame)
  if (lane === 'tip') return paintTip(surface, frame)
  if (lane === 'words' || lane === 'captions') return paintBoxes(lane, surface, frame)
  ctx.clearRect(0, 0, view.widthPx, heightPx)
  return WHOLE[lane](frame)
}

/** Paints the boxes that have changed, and those beside them. */
function paintBoxes(lane: keyof typeof BOXES, surface: Surface, frame: LaneFrame): void {
  const { ctx, view, heightPx } = frame
  const { boxesOf, draw } = BOXES[lane]
  const boxes = boxesOf(frame)
  const before = surface.painted?.view === view ? surface.painted.boxes : undefined
  surface.painted = boxes && { boxes, view }
  if (boxes === undefined || before === undefined) {
    ctx.clearRect(0, 0, view.widthPx, heightPx)
    return draw(frame, boxes)
  }
  const part = changedPart(before, boxes)
  if (part === undefined) return
  // Whole pixels of the screen: the edge of a clip that cuts one would blend old and new.
  const scale = devicePixelRatio
  const x0 = Math.floor(Math.max(0, part.x0) * scale) / scale
  const x1 = Math.ceil(Math.min(view.widthPx, part.x1) * scale) / scale
  ctx.save()
  ctx.beginPath()
  ctx.rect(x0, 0, x1 - x0, heightPx)
  ctx.clip()
  ctx.clearRect(x0, 0, x1 - x0, heightPx)
  draw(frame, part.boxes)
  ctx.restore()
}

/** Paints the lines over all lanes, if one has moved. */
function paintLines(surface: Surface, frame: LaneFrame): void {
  const { ctx, view, heightPx } = frame
  const [lines, before] = [linesOf(frame), surface.lines]
  if (before?.playheadPx === lines.playheadPx && before.snapPx === lines.snapPx) return
  surface.lines = lines
  ctx.clearRect(0, 0, view.widthPx, heightPx)
  drawOverlay(frame, lines)
}

/** Paints the tip of a drag, or takes it away after one. */
function paintTip(surface: Surface, frame: LaneFrame): void {
  const { ctx, view, heightPx, drag } = frame
  if (surface.hasTip === true) ctx.clearRect(0, 0, view.widthPx, heightPx)
  surface.hasTip = drag !== null
  drawTip(frame)
}

/** Fits a canvas to its lane, in the pixels of the screen; a new size clears it. @returns its height, px */
function fitCanvas(surface: Surface, widthPx: number, palette: Palette): number {
  const { canvas, ctx } = surface
  const scale = devicePixelRatio
  const isNew = surface.heightPx < 0
  // Reading the height lays out the page, so it is read once after each resize.
  if (isNew) surface.heightPx = canvas.clientHeight
  const [width, height] = [Math.round(widthPx * scale), Math.round(surface.heightPx * scale)]
  const isResized = canvas.width !== width || canvas.height !== height
  if (isResized) Object.assign(canvas, { width, height })
  if (isNew || isResized) {
    surface.painted = undefined
    surface.lines = undefined
    ctx.setTransform(scale, 0, 0, scale, 0, 0)
    ctx.font = laneFont(palette)
    ctx.textBaseline = 'middle'
    ctx.lineWidth = 1
  }
  return surface.heightPx
}
