import { z } from 'zod'

/** How a picture is stored in its file, by ffprobe's names; `unknown` where the file says nothing. */
export const SourcePicture = z.object({
  /** Its place among all tracks, counted from 0. */
  index: z.int().min(0),
  /** In pixels, before it is turned upright. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** Width of one stored pixel over its height. */
  pixelAspect: z.number().positive(),
  matrix: z.string(),
  range: z.string(),
  primaries: z.string(),
  transfer: z.string(),
})
export type SourcePicture = z.output<typeof SourcePicture>

/** What a file really is, read from its content; lengths in milliseconds, sizes in pixels. */
export const Probe = z.object({
  container: z.string(),
  durationMs: z.int().min(1),
  /** Upright, with square pixels: what a viewer sees. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** Frames a second as a fraction; the nearest common rate where the input's varies. */
  fps: z.object({ n: z.int().min(1), d: z.int().min(1) }),
  variableFrameRate: z.boolean(),
  /** Clockwise quarter turns that make the stored picture upright, in degrees. */
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  videoCodec: z.string(),
  /** The sound track that is used, or null: a silent video is accepted and its captions start empty. */
  audio: z
    .object({
      codec: z.string(),
      channels: z.int().min(1),
      sampleRate: z.int().min(1),
      /** How many sound tracks the file has. */
      tracks: z.int().min(1),
      /** Which of them is used, counted from 0: the one marked as default, else the first. */
      track: z.int().min(0),
    })
    .nullable(),
  hdr: z.boolean(),
  /** Kept so that an export need not open the file to find out; absent for videos that were checked before it was. */
  picture: SourcePicture.optional(),
})
export type Probe = z.output<typeof Probe>
