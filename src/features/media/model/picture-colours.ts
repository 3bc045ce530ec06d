import type { Probe, SourcePicture } from './probe.ts'

/** Colour tags of a file, in ffmpeg's names. */
export type ColourTags = { readonly colorspace: string; readonly primaries: string; readonly transfer: string }

/** How the stored values of a picture become colours, and what must change before players show them alike. */
export type PictureColours = {
  /** `none`: the values stay; `range`: full range becomes limited; the others become BT.709. */
  readonly conversion: 'none' | 'range' | 'matrix' | 'gamut' | 'tone'
  /** The tags after the conversion. */
  readonly tags: ColourTags
}

const BT709: ColourTags = { colorspace: 'bt709', primaries: 'bt709', transfer: 'bt709' }
/** The matrices of BT.601. */
const BT601 = ['smpte170m', 'bt470bg']
/** Browsers take an untagged picture for BT.709 if it is stored with at least this many rows, turned or not. */
const HD_HEIGHT = 720
/** Browsers take these codecs for BT.601 at any size, unless they are tagged. */
const BT601_CODECS = ['vp8', 'vp9', 'av1']

/** What a file says about its colours. */
type StatedColours = Pick<SourcePicture, 'height' | 'matrix' | 'range' | 'primaries' | 'transfer'> & {
  readonly hdr: boolean
  readonly codec: string
}

/**
 * The colours of a picture as browsers show it. A file that leaves them open is shown by its size, so a smaller copy
 * with the same values would have other colours: preview and export always write the tags.
 */
export function coloursOf(picture: StatedColours): PictureColours {
  if (picture.hdr) return { conversion: 'tone', tags: BT709 }
  const matrix = picture.matrix === 'unknown' ? untaggedMatrix(picture) : picture.matrix
  if (matrix === 'bt709' || BT601.includes(matrix))
    return { conversion: picture.range === 'pc' ? 'range' : 'none', tags: tagsOf(picture, matrix) }
  // Social networks accept BT.709 alone.
  return { conversion: matrix.startsWith('bt2020') ? 'gamut' : 'matrix', tags: BT709 }
}

/** The colours of a checked video; undefined for one checked before its picture was stored. */
export function probedColours({ picture, hdr, videoCodec }: Probe): PictureColours | undefined {
  return picture && coloursOf({ ...picture, hdr, codec: videoCodec })
}

/** Whether a picture has these tags, all of them: a browser ignores two if the third is missing. */
export function isTagged({ matrix, primaries, transfer }: SourcePicture, tags: ColourTags): boolean {
  return matrix === tags.colorspace && primaries === tags.primaries && transfer === tags.transfer
}

function untaggedMatrix({ height, range, codec }: StatedColours): string {
  // Full range without a matrix is that of JPEG.
  if (range === 'pc' || BT601_CODECS.includes(codec)) return 'smpte170m'
  return height >= HD_HEIGHT ? 'bt709' : 'smpte170m'
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

/** The source's tags, or else those that match its matrix; HD cameras have the primaries of BT.709 with any matrix. */
function tagsOf({ primaries, transfer, height }: StatedColours, matrix: string): ColourTags {
  return {
    colorspace: matrix,
    primaries: PRIMARIES.has(primaries) ? primaries : height >= HD_HEIGHT ? 'bt709' : matrix,
    // All of these standards share one curve; only BT.709 has its own name for it.
    transfer: TRANSFERS.has(transfer) ? transfer : matrix === 'bt709' ? 'bt709' : 'smpte170m',
  }
}
