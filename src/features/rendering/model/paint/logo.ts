import type { Overlays } from '#features/captions/model/index.ts'
import { type Anchor, anchoredRect } from '#platform/shared/anchor.ts'
import { levelFor } from '#platform/shared/picture-levels.ts'
import type { Rect } from '#platform/shared/rect.ts'
import type { PainterContext } from '../canvas.ts'
import type { View } from './draw.ts'
import type { Frame } from '../layout/scene.ts'

/** A logo of a document, as plain data with every default. Shares are of the frame's shorter side. */
export type DocumentLogo = {
  readonly assetId: string
  readonly anchor: Anchor
  readonly size: number
  readonly margin: number
  /** Set by hand: its centre, and its width as a share of the frame's. */
  readonly place: {
    readonly x?: number | undefined
    readonly y?: number | undefined
    readonly width?: number | undefined
  }
  readonly opacity: number
  readonly fromMs: number
  readonly toMs: number
}

/** A stored logo. */
export type LogoFile = {
  readonly id: string
  /** Of its largest level, in pixels. */
  readonly width: number
  readonly height: number
  /** Where its file is: an address for pages, a path for the painter. */
  readonly source: string
}

/** A loaded logo: its levels, largest first, as images of the drawing engine. */
export type LogoPicture = Pick<LogoFile, 'width' | 'height'> & { readonly images: readonly unknown[] }

/** A logo on a frame. */
export type PlacedLogo = Pick<DocumentLogo, 'opacity' | 'fromMs' | 'toMs'> & {
  readonly picture: LogoPicture
  /** On even pixels of the frame, and inside it. */
  readonly rect: Rect
}

/** The logo with every default. */
export function logoIn(logo: NonNullable<Overlays['logo']>): DocumentLogo {
  const { assetId, anchor = 'top-right', size = 0.2, margin = 0.05, opacity = 1, place = {} } = logo
  const { t0 = 0, t1 = Number.MAX_SAFE_INTEGER } = logo
  return { assetId, anchor, size, margin, opacity, place, fromMs: t0, toMs: t1 }
}

/** Places a logo on a frame; null for one that cannot be seen. */
export function placeLogo(logo: DocumentLogo, frame: Frame, picture: LogoPicture): PlacedLogo | null {
  const { place, opacity, fromMs, toMs } = logo
  const shorter = Math.min(frame.width, frame.height)
  const longer = Math.max(picture.width, picture.height)
  const scale = place.width === undefined ? (logo.size * shorter) / longer : (place.width * frame.width) / picture.width
  // Engines smooth the edges of a picture between pixels differently; even ones suit 4:2:0 pictures.
  const size = { width: even(picture.width * scale, frame.width), height: even(picture.height * scale, frame.height) }
  const anchored = anchoredRect(frame, size, logo.anchor, logo.margin * shorter)
  const x0 = placed(place.x, frame.width, size.width, anchored.x0)
  const y0 = placed(place.y, frame.height, size.height, anchored.y0)
  if (opacity === 0) return null
  return { picture, opacity, fromMs, toMs, rect: { x0, y0, x1: x0 + size.width, y1: y0 + size.height } }
}

/** Draws a logo over what the canvas holds. */
export function drawLogo(context: PainterContext, { picture, rect, opacity }: PlacedLogo, view: View): void {
  const [width, height] = [rect.x1 - rect.x0, rect.y1 - rect.y0]
  const level = levelFor(picture, Math.max(width, height) * view.scale)
  context.save()
  context.scale(view.scale, view.scale)
  context.translate(-view.x, -view.y)
  context.globalAlpha = opacity
  context.drawImage(picture.images[level], rect.x0, rect.y0, width, height)
  context.restore()
}

/** An even number of pixels, from 2 to all of the frame. */
function even(pixels: number, most: number): number {
  return Math.min(2 * Math.floor(most / 2), Math.max(2, 2 * Math.round(pixels / 2)))
}

function placed(share: number | undefined, frame: number, size: number, anchored: number): number {
  const start = share === undefined ? anchored : share * frame - size / 2
  return 2 * Math.round(Math.min(Math.max(0, start), Math.max(0, frame - size)) / 2)
}
