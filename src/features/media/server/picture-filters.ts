import type { Probe } from '../model/index.ts'

type Size = { readonly width: number; readonly height: number }

/**
 * ffmpeg filters that convert any accepted picture to upright 8-bit SDR of the given size with square pixels. ffmpeg
 * has already applied the rotation flag.
 */
export function plainPicture({ hdr }: Pick<Probe, 'hdr'>, { width, height }: Size): string[] {
  const scale = `scale=${width}:${height}:flags=bilinear:out_range=tv`
  return [scale, ...(hdr ? TO_SDR : []), 'format=yuv420p', 'setparams=range=tv', 'setsar=1']
}

/** After scaling, because it is by far the most expensive step: linear light, Hable's curve, back to BT.709. */
const TO_SDR = [
  'zscale=transfer=linear:npl=100',
  'format=gbrpf32le',
  'zscale=primaries=bt709',
  'tonemap=tonemap=hable:desat=0',
  'zscale=transfer=bt709:matrix=bt709:range=tv',
]
