import type { TimelineMedia } from '#features/media/web/index.ts'
import type { EditorStore } from '../editor-store.ts'
import { selectedRange } from '../selection.ts'
import { drawCaptions } from './draw-captions.ts'
import { drawFilmstrip } from './draw-filmstrip.ts'
import { drawRuler } from './draw-ruler.ts'
import { drawWaveform } from './draw-waveform.ts'
import { drawWords } from './draw-words.ts'
import { createFitText, type FitText } from './fit-text.ts'
import { laneFont, type LaneFrame } from './lane-frame.ts'
import { onThemeChange, type Palette, readPalette } from './palette.ts'
import type { TimelineStore } from './timeline-store.ts'

const DRAW = {
  ruler: drawRuler,
  waveform: drawWaveform,
  filmstrip: drawFilmstrip,
  words: drawWords,
  captions: drawCaptions,
} satisfies Record<string, (frame: LaneFrame) => void>

/** A lane of the timeline; each has a canvas of its own. */
export type Lane = keyof typeof DRAW

const ALL = ['ruler', 'waveform', 'filmstrip', 'words', 'captions'] as const
const OF_CAPTIONS = ['words', 'captions'] as const
const OF_MEDIA = ['waveform', 'filmstrip'] as const

/** Draws the lanes. */
export type LanePainter = {
  /** Adds a canvas; its `data-lane` names the lane. */
  attach(canvas: HTMLCanvasElement): void
  /** Draws all lanes again, for example after a resize. */
  redraw(): void
  dispose(): void
}

type Surface = { readonly canvas: HTMLCanvasElement; readonly ctx: CanvasRenderingContext2D; heightPx: number }

/** What the painter draws. */
export type PainterOptions = {
  readonly editor: EditorStore
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

  function invalidate(lanes: readonly Lane[]): void {
    for (const lane of lanes) dirty.add(lane)
    if (frame === 0) frame = requestAnimationFrame(paint)
  }

  function paint(): void {
    frame = 0
    const { view, drag } = o.timeline.getState()
    const { doc, selection } = o.editor.getState()
    const shared = {
      view,
      doc,
      preview: drag?.preview ?? null,
      selected: selectedRange(doc, selection),
      media: o.media,
    }
    for (const lane of dirty) {
      const surface = surfaces.get(lane)
      if (surface === undefined) continue
      const { ctx } = surface
      palette ??= readPalette(surface.canvas)
      fitText ??= createFitText((text) => ctx.measureText(text).width)
      const heightPx = clearCanvas(surface, view.widthPx, palette)
      if (heightPx > 0) DRAW[lane]({ ...shared, ctx, heightPx, palette, fitText })
    }
    dirty.clear()
  }

  const stop = watchChanges(o, invalidate, () => {
    palette = undefined
    fitText = undefined
    invalidate(ALL)
  })
  return {
    attach(canvas) {
      const ctx = canvas.getContext('2d')
      const lane = ALL.find((name) => name === canvas.dataset['lane'])
      if (lane === undefined || ctx === null) return
      surfaces.set(lane, { canvas, ctx, heightPx: -1 })
      invalidate([lane])
    },
    redraw() {
      for (const surface of surfaces.values()) surface.heightPx = -1
      invalidate(ALL)
    },
    dispose() {
      cancelAnimationFrame(frame)
      stop()
    },
  }
}

/** Reports the lanes whose content changes, and changes of theme and fonts. @returns unsubscribes */
function watchChanges(
  { editor, timeline, media }: PainterOptions,
  invalidate: (lanes: readonly Lane[]) => void,
  onLook: () => void,
): () => void {
  const stops = [
    timeline.subscribe((state, before) => {
      if (state.view !== before.view) invalidate(ALL)
      else if (state.drag !== before.drag) invalidate(OF_CAPTIONS)
    }),
    editor.subscribe((state, before) => {
      if (state.doc !== before.doc) invalidate(state.doc.markers === before.doc.markers ? OF_CAPTIONS : ALL)
      else if (state.selection !== before.selection) invalidate(OF_CAPTIONS)
    }),
    media.onChange(() => invalidate(OF_MEDIA)),
    onThemeChange(onLook),
  ]
  // A font that loads later changes the width of every text.
  document.fonts.addEventListener('loadingdone', onLook)
  return () => {
    document.fonts.removeEventListener('loadingdone', onLook)
    for (const stop of stops) stop()
  }
}

/** Clears a canvas and fits it to its lane, in the pixels of the screen. @returns its height, px */
function clearCanvas(surface: Surface, widthPx: number, palette: Palette): number {
  const { canvas, ctx } = surface
  // Reading the height lays out the page, so it is read once after each resize.
  if (surface.heightPx < 0) surface.heightPx = canvas.clientHeight
  const scale = devicePixelRatio
  const [width, height] = [Math.round(widthPx * scale), Math.round(surface.heightPx * scale)]
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  ctx.setTransform(scale, 0, 0, scale, 0, 0)
  ctx.clearRect(0, 0, widthPx, surface.heightPx)
  ctx.font = laneFont(palette)
  ctx.textBaseline = 'middle'
  ctx.lineWidth = 1
  return surface.heightPx
}
