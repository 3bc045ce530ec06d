import type { Probe, SourcePicture } from '#features/media/model/index.ts'
import { plainPicture } from '#features/media/server/index.ts'
import type { Frame } from '../model/index.ts'
import type { ColourMatrix } from './yuva.ts'

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
  /** The colour tags of the finished file, in ffmpeg's names. */
  readonly tags: { readonly colorspace: string; readonly primaries: string; readonly transfer: string }
  /** Sound track of the source, from 0, and whether its packets can be copied; null for none. */
  readonly sound: { readonly track: number; readonly copy: boolean } | null
}

/** Plans size, frame rate, colour and sound of an export. */
export function chooseExportFormat(probe: Probe, picture: SourcePicture, limit: ExportLimit): ExportFormat {
  const { frame, fps } = outputOf(probe, limit)
  const colour = probe.hdr ? HDR : colourOf(picture)
  // Convert HDR to SDR as in the preview, so that both look the same.
  const filters = probe.hdr
    ? plainPicture(probe, frame)
    : [...sizeFilters(probe, picture, frame), ...colour.filters, 'format=yuv420p', 'setsar=1']
  return {
    frame,
    fps,
    frames: Math.max(1, Math.round((probe.durationMs * fps.n) / (fps.d * 1_000))),
    pictureIndex: picture.index,
    filters,
    matrix: colour.matrix,
    tags: colour.tags,
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

type Colour = Pick<ExportFormat, 'filters' | 'matrix' | 'tags'>

const BT709: Colour['tags'] = { colorspace: 'bt709', primaries: 'bt709', transfer: 'bt709' }
const HDR: Colour = { filters: [], matrix: 'bt709', tags: BT709 }
const BT601 = ['smpte170m', 'bt470bg']
/** Untagged pictures of at least this height are BT.709, as players assume. */
const HD_HEIGHT = 720

function colourOf(picture: SourcePicture): Colour {
  const stored = Math.min(picture.width, picture.height)
  const matrix = picture.matrix === 'unknown' ? (stored >= HD_HEIGHT ? 'bt709' : 'smpte170m') : picture.matrix
  const toLimited = picture.range === 'pc' ? ['scale=out_range=tv'] : []
  if (BT601.includes(matrix)) {
    return { filters: toLimited, matrix: 'bt601', tags: { colorspace: matrix, ...transferOf(picture, matrix) } }
  }
  if (matrix === 'bt709')
    return { filters: toLimited, matrix: 'bt709', tags: { colorspace: 'bt709', ...transferOf(picture, 'bt709') } }
  // RGB, BT.2020 without HDR and others become BT.709, which social networks accept.
  return { filters: ['scale=out_color_matrix=bt709:out_range=tv'], matrix: 'bt709', tags: BT709 }
}

/** Values that ffmpeg can write; rarer ones are treated as unknown. */
const PRIMARIES = new Set([
  'bt709',
  'bt470m',
  'bt470bg',
  'smpte170m',
  'smpte240m',
  'film',
  'bt2020',
  'smpte431',
  'smpte432',
])
const TRANSFERS = new Set([
  'bt709',
  'bt470m',
  'bt470bg',
  'smpte170m',
  'smpte240m',
  'linear',
  'iec61966-2-4',
  'iec61966-2-1',
  'bt2020-10',
  'bt2020-12',
])

/** The source's tags, or else those that match its matrix. */
function transferOf(
  { primaries, transfer }: SourcePicture,
  matrix: string,
): Pick<Colour['tags'], 'primaries' | 'transfer'> {
  return {
    primaries: PRIMARIES.has(primaries) ? primaries : matrix,
    // All of these standards share one curve; only BT.709 has its own name for it.
    transfer: TRANSFERS.has(transfer) ? transfer : matrix === 'bt709' ? 'bt709' : 'smpte170m',
  }
}
