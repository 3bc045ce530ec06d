import { type ColourTags, type PictureColours, type Probe, probedColours } from '../../model/index.ts'

type Size = { readonly width: number; readonly height: number }

/**
 * ffmpeg filters that convert any accepted picture to upright 8-bit SDR of the given size with square pixels and the
 * colours of its exports. ffmpeg has already applied the rotation flag.
 */
export function plainPicture(probe: Probe, { width, height }: Size): string[] {
  const scale = `scale=${width}:${height}:flags=bilinear:out_range=tv`
  const colours = probedColours(probe) ?? { conversion: probe.hdr ? 'tone' : 'none', tags: null }
  return [scale, ...colourFilters(colours), 'format=yuv420p', taggedAs(colours.tags), 'setsar=1']
}

/** Filters that give a picture the colours of its exports, before the tags. */
export function colourFilters({ conversion }: Pick<PictureColours, 'conversion'>): readonly string[] {
  return CONVERSIONS[conversion]
}

/** The filter that sets the tags of a picture: those of the frames override what an encoder is given. */
export function taggedAs(tags: ColourTags | null): string {
  if (tags === null) return 'setparams=range=tv'
  const { colorspace, primaries, transfer } = tags
  return `setparams=range=tv:colorspace=${colorspace}:color_primaries=${primaries}:color_trc=${transfer}`
}

/** A frame as JPEG has it: full range, and always the matrix of BT.601. */
export const AS_JPEG = 'scale=out_color_matrix=bt601:out_range=pc'

const CONVERSIONS = {
  none: [],
  range: ['scale=out_range=tv'],
  matrix: ['scale=out_color_matrix=bt709:out_range=tv'],
  gamut: ['zscale=pin=bt2020:tin=bt2020-10:primaries=bt709:transfer=bt709:matrix=bt709:range=tv'],
  /** After scaling, because it is by far the most expensive: linear light, Hable's curve, back to BT.709. */
  tone: [
    'zscale=transfer=linear:npl=100',
    'format=gbrpf32le',
    'zscale=primaries=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=transfer=bt709:matrix=bt709:range=tv',
  ],
} as const satisfies Record<PictureColours['conversion'], readonly string[]>
