import { z } from 'zod'

/**
 * `peaks.json`: the waveform at several resolutions, each in the JSON format of BBC audiowaveform, version 2. `data`
 * alternates the minimum and maximum of each step, -128 to 127.
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
      /** The number of steps: half the length of `data`. */
      length: z.int().min(0),
      data: z.array(z.int().min(-128).max(127)),
    }),
  ),
})
export type Peaks = z.output<typeof Peaks>
/** One resolution of the waveform. */
export type PeakLevel = Peaks['levels'][number]

/** Steps per second of each level, the finest first. */
export const PEAK_RATES = [100, 10] as const
