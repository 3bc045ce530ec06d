import { z } from 'zod'

/** The states of a restyling. All but `running` are final. */
export const RestyleState = z.enum(['running', 'done', 'cancelled', 'failed'])

/** The restyling of all videos that follow a kit, after a change of it. */
export const Restyle = z.object({
  state: RestyleState,
  /** Videos to restyle when it started. */
  total: z.int().min(0),
  restyled: z.int().min(0),
  /** Restyled videos that keep changes of their own. */
  keptOwn: z.int().min(0),
  /** Videos that could not be restyled. */
  skipped: z.int().min(0),
})
export type Restyle = z.output<typeof Restyle>

/** The videos that follow a kit. */
export const Followers = z.object({
  following: z.int().min(0),
  /** Those that hold an earlier revision. */
  behind: z.int().min(0),
  /** The newest restyling; null before the first. */
  restyle: Restyle.nullable(),
})
export type Followers = z.output<typeof Followers>
