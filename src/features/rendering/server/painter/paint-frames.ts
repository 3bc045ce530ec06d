import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import { createCanvas, setTextRenderer } from '@napi-rs/canvas'
import type { Template } from '#features/templates/model/index.ts'
// Imports files, not the model's index, which loads every schema: an export waits for the thread to start.
import type { CaptionTrack } from '../../model/caption.ts'
import { type LogoFile, type LogoPicture, placeLogo } from '../../model/paint/logo.ts'
import type { OwnFontFile } from '../../model/fonts/own-fonts.ts'
import { filmBlur, redrawMask } from '../../model/paint/blurred-boxes.ts'
import { type Film, filmChanges, redrawFilm } from '../../model/paint/film.ts'
import type { DocumentOverlays, OverlayText } from '../../model/document-overlays.ts'
import type { Rect } from '#platform/shared/rect.ts'
import { fontsOf, type Frame, type Scene, sceneOf } from '../../model/layout/scene.ts'
import { emojiOf } from '../../model/decor/track-emoji.ts'
import { emojiPictures } from '../emoji-pictures.ts'
import { registerFonts } from '../font-files.ts'
import { FRAME_HEAD_BYTES, writeFrameHead } from './matroska.ts'
import { clearPicture, type ColourMatrix, yuvaConverter, yuvaSize } from './yuva.ts'

/** The input of the painter's thread, as plain data. */
export type PaintOrder = {
  readonly track: CaptionTrack
  readonly template: Template
  /** Title, closing card, progress bar and logo; default none. */
  readonly overlays?: DocumentOverlays | undefined
  /** The own fonts that captions may name, as local files; default none. */
  readonly ownFonts?: readonly OwnFontFile[] | undefined
  /** The logo of `overlays` and the pictures on words, as local files; a missing one is left out. Default: none. */
  readonly logos?: readonly LogoFile[] | undefined
  readonly frame: Frame
  readonly fps: { readonly n: number; readonly d: number }
  readonly matrix: ColourMatrix
  /** First frame to draw, and one past the last. */
  readonly first: number
  readonly end: number
}

type LayOutOrder = Pick<PaintOrder, 'track' | 'template' | 'frame' | 'ownFonts'> & {
  /** Draws the variant with reduced motion. Default false: exports always move. */
  readonly reducedMotion?: boolean
}

/** The pictures of an account that are read, by their ids. */
type Pictures = ReadonlyMap<string, LogoPicture>
const NO_PICTURES: Pictures = new Map()

/** Lays out captions with this process's canvas engine, configured to draw like Chromium. */
export function layOutScene(
  { track, template, frame, ownFonts = [], reducedMotion = false }: LayOutOrder,
  attached: Pictures = NO_PICTURES,
): Scene {
  setTextRenderer('system')
  registerFonts(fontsOf(track, template, ownFonts))
  const pictures = new Map([...emojiPictures(emojiOf(track)), ...attached])
  const context = createCanvas(2, 2).getContext('2d')
  return sceneOf({ track, template, frame, ownFonts, pictures, reducedMotion, context })
}

/**
 * Lays out captions with everything else that is drawn over the video.
 * @param pictures the logo and the pictures on words; a missing one is not drawn
 */
export function layOutFilm(
  { overlays, ...order }: LayOutOrder & Pick<PaintOrder, 'overlays'>,
  pictures: Pictures = NO_PICTURES,
): Film {
  const captions = layOutScene(order, pictures)
  if (overlays === undefined) return { captions, overlays: null }
  const { title, closing, logo, ...others } = overlays
  const picture = logo && pictures.get(logo.assetId)
  const layOut = (text: OverlayText | null) => text && layOutScene({ ...order, ...text })
  return {
    captions,
    overlays: {
      ...others,
      title: layOut(title),
      closing: closing && { ...closing, text: layOut(closing.text) },
      logo: logo && picture ? placeLogo(logo, order.frame, picture) : null,
    },
  }
}

/** What a painter sends: the part of the frame that captions cover, and the blur behind their boxes. */
export type Painted = {
  readonly region: Rect
  /** Standard deviation of the blur, px; 0 for none. With a blur, its mask lies below the captions. */
  readonly blur: number
}

/** The size of the pictures in the caption stream. */
export function streamSize({ region, blur }: Painted): { readonly width: number; readonly height: number } {
  const height = region.y1 - region.y0
  return { width: region.x1 - region.x0, height: blur > 0 ? 2 * height : height }
}

/** Bytes of one frame of the caption stream, with its header. */
export function streamFrameBytes(painted: Painted): number {
  const { width, height } = streamSize(painted)
  return FRAME_HEAD_BYTES + yuvaSize(width, height)
}

/**
 * Draws the changed frames of the region for the stream. Clears, draws, reads back and converts only the changed part
 * of each picture.
 * @param nextBuffer waits for a free buffer of `streamFrameBytes` bytes
 */
export async function paintFrames(
  film: Film,
  region: Rect,
  { fps, matrix, first, end }: PaintOrder,
  io: { nextBuffer(): Promise<Uint8Array>; send(buffer: Uint8Array): void },
): Promise<void> {
  const blur = filmBlur(film)
  const size = streamSize({ region, blur })
  const height = region.y1 - region.y0
  const context = createCanvas(size.width, height).getContext('2d')
  const mask = blur > 0 ? createCanvas(size.width, height).getContext('2d') : null
  const view = { x: region.x0, y: region.y0, scale: 1 }
  const current = new Uint8Array(streamFrameBytes({ region, blur }))
  const picture = clearPicture(size.width, size.height, current.subarray(FRAME_HEAD_BYTES))
  const convert = yuvaConverter(matrix)
  const send = async (frame: number) => {
    // Half a frame early, so that rounding never delays a change by a frame.
    writeFrameHead(current, size.width, size.height, ((frame - first - 0.5) * fps.d) / fps.n)
    const buffer = await io.nextBuffer()
    buffer.set(current)
    io.send(buffer)
  }
  let begun = false
  for (const { frame, state, rect } of filmChanges(film, fps, first, end)) {
    // ffmpeg treats the first timestamp of a stream as zero, so the stream must start with the first frame.
    if (!begun && frame > first) await send(first)
    begun = true
    redrawFilm(context, film, state, view, rect)
    const [x, y, w, h] = [rect.x0 - region.x0, rect.y0 - region.y0, rect.x1 - rect.x0, rect.y1 - rect.y0]
    const { data } = context.getImageData(x, y, w, h)
    convert(data, x, y, w, h, picture)
    freePixels(data)
    if (mask !== null) {
      redrawMask(mask, state, view, rect)
      const { data: covered } = mask.getImageData(x, y, w, h)
      convert(covered, x, height + y, w, h, picture)
      freePixels(covered)
    }
    await send(frame)
    // Only a turn of the event loop frees pixels, and the next buffer may come without one.
    await turnOfEventLoop()
  }
  if (!begun) await send(first)
}

/**
 * Frees pixels at the next turn of the event loop: until garbage collection, every frame would take new memory, which
 * costs more than drawing.
 */
export function freePixels({ buffer }: Uint8ClampedArray): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
