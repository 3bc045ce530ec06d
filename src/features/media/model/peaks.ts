import { z } from 'zod'

/**
 * `peaks.json`: the outline of the sound at several resolutions, each level in the shape of BBC audiowaveform's
 * JSON, version 2. `data` holds minimum and maximum of each step in turn, -128 to 127.
 */
export const Peaks = z.object({
  version: z.literal(1),
  levels: z.array(
    z.object({
      version: z.literal(2),
      channels: z.literal(1),
      bits: z.literal(8),
      sample_rate: z.int().min(1),
      samples_per_pixel: z.int().min(1),
      /** Steps: half as many as there are numbers in `data`. */
      length: z.int().min(0),
      data: z.array(z.int().min(-128).max(127)),
    }),
  ),
})
export type Peaks = z.output<typeof Peaks>
/** One resolution of the outline. */
export type PeakLevel = Peaks['levels'][number]

/** Steps a second of each level, the finest first. */
export const PEAK_RATES = [100, 10] as const
