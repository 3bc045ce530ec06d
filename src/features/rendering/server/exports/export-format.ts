import { type ColourTags, coloursOf, type Probe, type SourcePicture } from '#features/media/model/index.ts'
import { colourFilters, plainPicture } from '#features/media/server/index.ts'
import type { Frame } from '../../model/index.ts'
import type { ColourMatrix } from '../painter/yuva.ts'

/** The largest export a plan allows: shorter side in pixels, and frames per second. */
export type ExportLimit = {
  readonly height: number
  readonly fps: number
  /** Higher frame rate for exports of 1080 pixels or less, if any. */
  readonly fullHdFps?: number
}

const FULL_HD = 1080

/** The properties of an export, decided before its first frame. */
export type ExportFormat = {
  readonly frame: Frame
  readonly fps: { readonly n: number; readonly d: number }
  /** Number of frames, by the source's duration. */
  readonly frames: number
  readonly pictureIndex: number
  /** ffmpeg filters from the upright source picture to the picture under the captions. */
  readonly filters: readonly string[]
  readonly matrix: ColourMatrix
  /** The colour tags of the finished file. */
  readonly tags: ColourTags
  /** Sound track of the source, from 0, and whether its packets can be copied; null for none. */
  readonly sound: { readonly track: number; readonly copy: boolean } | null
}

/** Plans size, frame rate, colour and sound of an export. */
export function chooseExportFormat(probe: Probe, picture: SourcePicture, limit: ExportLimit): ExportFormat {
  const { frame, fps } = outputOf(probe, limit)
  const colours = coloursOf({ ...picture, hdr: probe.hdr, codec: probe.videoCodec })
  // Convert HDR to SDR as in the preview, so that both look the same.
  const filters = probe.hdr
    ? plainPicture(probe, frame)
    : [...sizeFilters(probe, picture, frame), ...colourFilters(colours), 'format=yuv420p', 'setsar=1']
  return {
    frame,
    fps,
    frames: Math.max(1, Math.round((probe.durationMs * fps.n) / (fps.d * 1_000))),
    pictureIndex: picture.index,
    filters,
    matrix: colours.tags.colorspace === 'bt709' ? 'bt709' : 'bt601',
    tags: colours.tags,
    sound: probe.audio && { track: probe.audio.track, copy: probe.audio.codec === 'aac' },
  }
}

/** Size and frame rate of an export as a key, such as `1080x1920@30000/1001`. */
export function formatKey(probe: Probe, limit: ExportLimit): string {
  const { frame, fps } = outputOf(probe, limit)
  return `${frame.width}x${frame.height}@${fps.n}/${fps.d}`
}

function outputOf(probe: Probe, limit: ExportLimit): Pick<ExportFormat, 'frame' | 'fps'> {
  const frame = exportSize(probe, limit.height)
  const isFullHd = Math.min(frame.width, frame.height) <= FULL_HD
  return { frame, fps: exportRate(probe.fps, isFullHd ? (limit.fullHdFps ?? limit.fps) : limit.fps) }
}

/** The upright, even size of an export, with at most `shortSide` pixels on its shorter side. */
export function exportSize(
  { width, height }: { readonly width: number; readonly height: number },
  shortSide: number,
): Frame {
  const scale = Math.min(1, shortSide / Math.min(width, height))
  const even = (length: number) => Math.max(2, 2 * Math.floor((length * scale) / 2 + 1e-6))
  return { width: even(width), height: even(height) }
}

/** The source's frame rate, or the largest integer fraction of it that the plan allows (59.94 → 29.97). */
export function exportRate({ n, d }: ExportFormat['fps'], most: number): ExportFormat['fps'] {
  const divisor = Math.max(1, Math.ceil(n / d / most - 0.01))
  return n % divisor === 0 ? { n: n / divisor, d } : { n, d: d * divisor }
}

function sizeFilters(probe: Probe, picture: SourcePicture, { width, height }: Frame): string[] {
  const turned = probe.rotation === 90 || probe.rotation === 270
  const [storedWidth, storedHeight] = turned ? [picture.height, picture.width] : [picture.width, picture.height]
  const square = Math.abs(picture.pixelAspect - 1) < 0.001
  if (square && width === storedWidth && height === storedHeight) return []
  // Crop one extra row or column: scaling by a pixel would soften the whole picture.
  if (square && storedWidth - width <= 1 && storedHeight - height <= 1) return [`crop=${width}:${height}:0:0`]
  return [`scale=${width}:${height}:flags=bicubic`]
}
