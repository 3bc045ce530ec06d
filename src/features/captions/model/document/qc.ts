import { z } from 'zod'
import { storableText } from './scalars.ts'

/** The rules for cutting captions; see `PROFILES`. */
export const ProfileId = z.enum(['shorts', 'netflix', 'bbc'])
export type ProfileId = z.output<typeof ProfileId>

const Duration = z.int().min(0).max(60_000)

/** Limits that override those of the profile. */
export const Limits = z.strictObject({
  /** Maximum columns of a line: a Latin letter is 1, a full-width one 2. */
  maxCharsPerLine: z.int().min(4).max(200).optional(),
  maxLines: z.int().min(1).max(6).optional(),
  /** Maximum columns a second. */
  maxCps: z.number().min(1).max(100).optional(),
  /** Minimum and maximum time of a cue on screen, ms. */
  minMs: Duration.optional(),
  maxMs: Duration.min(100).optional(),
  /** Minimum time between two cues, ms. */
  gapMs: Duration.optional(),
  /** A cue stays until the next one if the pause between them is shorter, ms. */
  chainMs: Duration.optional(),
  /** Time that a cue appears before its first word, and stays after its last, ms. */
  leadInMs: Duration.optional(),
  lingerMs: Duration.optional(),
})

/** A check that a person waived. */
const Waiver = z.strictObject({
  /** The check's name, in kebab-case. */
  rule: z.string().regex(/^[a-z][a-z\d-]{0,39}$/, 'A check is named in lower case'),
  /** The reason, for the report. */
  note: storableText(200).optional(),
})

/** Maximum waivers of one cue, or of the whole document. */
export const MOST_WAIVERS = 40

/** Waivers of one cue, or of the whole document; one for each check. */
export const Waivers = z.array(Waiver).min(1).max(MOST_WAIVERS)

/** How the captions are checked. */
export const Qc = z.strictObject({
  profile: ProfileId,
  limits: Limits.optional(),
  /** Checks waived for the whole document. */
  waivers: Waivers.optional(),
})
