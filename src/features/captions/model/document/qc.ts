import { z } from 'zod'
import { storableText } from './scalars.ts'

/** The rules that captions are cut by; see `PROFILES`. */
export const ProfileId = z.enum(['shorts', 'netflix', 'bbc'])
export type ProfileId = z.output<typeof ProfileId>

const Duration = z.int().min(0).max(60_000)

/** Limits of this document in place of its profile's; what is absent is the profile's. */
export const Limits = z.strictObject({
  /** Columns of a line: a Latin letter is 1, a full-width one 2. */
  maxCharsPerLine: z.int().min(4).max(200).optional(),
  maxLines: z.int().min(1).max(6).optional(),
  /** Columns a second. */
  maxCps: z.number().min(1).max(100).optional(),
  /** Shortest and longest time of a cue on screen, ms. */
  minMs: Duration.optional(),
  maxMs: Duration.min(100).optional(),
  /** Least time between two cues, ms. */
  gapMs: Duration.optional(),
  /** A cue stays until the next one when less than this lies between them, ms. */
  chainMs: Duration.optional(),
  /** How long a cue appears before its first word, and stays after its last, ms. */
  leadInMs: Duration.optional(),
  lingerMs: Duration.optional(),
})

/** A check whose finding a person accepts. */
const Waiver = z.strictObject({
  /** Name of the check, in kebab-case. */
  rule: z.string().regex(/^[a-z][a-z\d-]{0,39}$/, 'A check is named in lower case'),
  /** Why, for the report. */
  note: storableText(200).optional(),
})

/** Most waivers of one cue, or of the whole document. */
export const MOST_WAIVERS = 40

/** Waivers of one cue, or of the whole document; one for each check. */
export const Waivers = z.array(Waiver).min(1).max(MOST_WAIVERS)

/** What the captions are checked by. */
export const Qc = z.strictObject({
  profile: ProfileId,
  limits: Limits.optional(),
  /** Checks that are waived for the whole document. */
  waivers: Waivers.optional(),
})
