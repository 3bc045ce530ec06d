import { z } from 'zod'

/** The storage format of a picture, in ffprobe's names; `unknown` if the file does not say. */
export const SourcePicture = z.object({
  /** Its index among all tracks. */
  index: z.int().min(0),
  /** In pixels, before rotation. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** The width of a stored pixel over its height. */
  pixelAspect: z.number().positive(),
  matrix: z.string(),
  range: z.string(),
  primaries: z.string(),
  transfer: z.string(),
})
export type SourcePicture = z.output<typeof SourcePicture>

/** The content of a file as measured; durations in milliseconds, sizes in pixels. */
export const Probe = z.object({
  container: z.string(),
  durationMs: z.int().min(1),
  /** As displayed: upright, with square pixels. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** Frames a second as a fraction; the nearest common rate for a variable one. */
  fps: z.object({ n: z.int().min(1), d: z.int().min(1) }),
  variableFrameRate: z.boolean(),
  /** The clockwise rotation to upright, in degrees. */
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  videoCodec: z.string(),
  /** The selected sound track, or null: a silent video is accepted with empty captions. */
  audio: z
    .object({
      codec: z.string(),
      channels: z.int().min(1),
      sampleRate: z.int().min(1),
      /** The number of sound tracks. */
      tracks: z.int().min(1),
      /** The index of the selected one: the default, else the first. */
      track: z.int().min(0),
    })
    .nullable(),
  hdr: z.boolean(),
  /** Whether the picture has transparency, which no export keeps; missing for videos checked before this field existed. */
  hasAlpha: z.boolean().optional(),
  /** Whether the preview may be a copy of its tracks; missing for videos checked before this field existed. */
  playsAsIs: z.boolean().optional(),
  /** Stored so that an export need not probe the file; missing for videos checked before this field existed. */
  picture: SourcePicture.optional(),
})
export type Probe = z.output<typeof Probe>
