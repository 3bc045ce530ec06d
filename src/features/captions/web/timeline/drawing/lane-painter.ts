import type { TimelineMedia } from '#features/media/web/index.ts'
import type { EditorStore } from '../../store/editor-store.ts'
import { afterPaint } from '../../store/use-after-paint.ts'
import type { PlayerClock } from '../../playback/player.ts'
import { selectedRange } from '../../store/selection.ts'
import { type CanvasFit, type Lane, type LaneCanvases, type LaneContext, LANES } from '../canvases/lane-canvases.ts'
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

const OF_CAPTIONS = ['words', 'captions'] as const
const OF_POINTER = ['overlay', 'tip'] as const
const OF_MEDIA = ['waveform', 'filmstrip'] as const
const OF_PICTURES = ['filmstrip'] as const
const OF_PLAYHEAD = ['overlay'] as const

/** Draws the lanes. */
export type LanePainter = {
  /** Draws all lanes again, for example after a resize. */
  redraw(): void
  dispose(): void
}

type Surface = {
  readonly element: HTMLCanvasElement
  readonly ctx: LaneContext
  heightPx: number
  /** How the canvas was fitted last. */
  fit?: CanvasFit | undefined
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
  readonly canvases: LaneCanvases
}

/** Creates the painter. It draws a lane at most once a frame, and only if something in it has changed. */
export function createLanePainter(o: PainterOptions): LanePainter {
  const { canvases } = o
  const surfaces = surfacesOf(canvases)
  const dirty = new Set<Lane>()
  let frame = 0
  let palette: Palette | undefined
  let fitText: FitText | undefined

  function invalidate(lanes: readonly Lane[]): void {
    for (const lane of lanes) dirty.add(lane)
    if (frame === 0 && !canvases.isBusy()) frame = requestAnimationFrame(paint)
  }

  function paint(): void {
    frame = 0
    const { view, drag } = o.timeline.getState()
    const { doc, selection } = o.editor.getState()
    const preview = drag?.preview ?? null
    const selected = selectedRange(doc, selection)
    const { drawWaveform } = canvases
    const shared = { view, doc, preview, selected, media: o.media, drawWaveform, drag, playheadMs: o.player.nowMs() }
    for (const lane of dirty) {
      const surface = surfaces.get(lane)
      if (surface === undefined) continue
      const { ctx, element } = surface
      palette ??= readPalette(element)
      fitText ??= createFitText((text) => ctx.measureText(text).width)
      const heightPx = fitCanvas(surface, { lane, canvases, widthPx: view.widthPx, font: laneFont(palette) })
      if (heightPx > 0) paintLane(lane, surface, { ...shared, ctx, heightPx, palette, fitText })
    }
    dirty.clear()
    canvases.show()
  }

  function repaint(): void {
    for (const surface of surfaces.values()) surface.heightPx = -1
    invalidate(LANES)
  }

  function measureAnew(): void {
    palette = undefined
    fitText = undefined
    repaint()
  }

  const stops = [
    watchChanges(o, invalidate),
    o.media.onChange(() => invalidate(OF_MEDIA)),
    watchLook(measureAnew),
    canvases.onChange((change) => {
      if (change === 'font') measureAnew()
      else if (change === 'picture') invalidate(OF_PICTURES)
      else if (dirty.size > 0) invalidate([])
    }),
  ]
  invalidate(LANES)
  return {
    redraw: repaint,
    dispose() {
      cancelAnimationFrame(frame)
      for (const stop of stops) stop()
    },
  }
}

function surfacesOf(canvases: LaneCanvases): ReadonlyMap<Lane, Surface> {
  const surfaces = new Map<Lane, Surface>()
  for (const [lane, element] of canvases.elements) {
    const ctx = canvases.contextOf(lane)
    if (ctx !== undefined) surfaces.set(lane, { element, ctx, heightPx: -1 })
  }
  return surfaces
}

/** Reports the lanes whose content changes. @returns unsubscribes */
function watchChanges(o: PainterOptions, invalidate: (lanes: readonly Lane[]) => void): () => void {
  const { player, timeline } = o
  const stops = [
    timeline.subscribe((state, before) => {
      if (state.view !== before.view) return invalidate(LANES)
      if (state.drag === before.drag) return undefined
      // At a snap or a limit the pointer moves on, and the captions stay.
      if (state.drag?.preview !== before.drag?.preview) invalidate(OF_CAPTIONS)
      return invalidate(OF_POINTER)
    }),
    watchCaptions(o, invalidate),
    player.onTime(() => invalidate(OF_PLAYHEAD)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Reports edits and selections: at once if they are made in the timeline, else after the paint, since what made them
 * shows them first. @returns unsubscribes
 */
function watchCaptions({ editor, canvases }: PainterOptions, invalidate: (lanes: readonly Lane[]) => void): () => void {
  let lanes: readonly Lane[] = OF_CAPTIONS
  let cancel: (() => void) | undefined
  function report(): void {
    cancel?.()
    cancel = undefined
    invalidate(lanes)
    lanes = OF_CAPTIONS
  }
  const leave = editor.subscribe((state, before) => {
    if (state.doc === before.doc && state.selection === before.selection) return
    if (state.doc.markers !== before.doc.markers) lanes = LANES
    if (hasFocus(canvases)) report()
    else cancel ??= afterPaint(report)
  })
  return () => {
    leave()
    cancel?.()
  }
}

function hasFocus({ elements }: LaneCanvases): boolean {
  const [lane] = elements.values()
  return lane?.closest('section')?.contains(document.activeElement) === true
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

type Fitting = {
  readonly lane: Lane
  readonly canvases: LaneCanvases
  readonly widthPx: number
  readonly font: string
}

/** Fits a canvas to its lane, in the pixels of the screen; a new size clears it. @returns its height, px */
function fitCanvas(surface: Surface, { lane, canvases, widthPx, font }: Fitting): number {
  const scale = devicePixelRatio
  const isNew = surface.heightPx < 0
  // Reading the height lays out the page, so it is read once after each resize.
  if (isNew) surface.heightPx = surface.element.clientHeight
  const [width, height] = [Math.round(widthPx * scale), Math.round(surface.heightPx * scale)]
  const isResized = surface.fit?.width !== width || surface.fit.height !== height
  if (isNew || isResized) {
    surface.fit = { width, height, scale, font }
    surface.painted = undefined
    surface.lines = undefined
    canvases.fit(lane, surface.fit)
  }
  return surface.heightPx
}
