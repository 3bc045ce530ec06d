import { oc } from '@orpc/contract'
import { z } from 'zod'
import { LONGEST_SEARCH, MOST_FOUND, MOST_SENTENCES } from './search-limits.ts'

/** Places that match, in UTF-16 units; `to` is exclusive. */
const Ranges = z.array(z.object({ from: z.int().min(0), to: z.int().min(0) }))

/** A sentence that matches. */
export const FoundSentence = z.object({
  text: z.string(),
  matches: Ranges,
  /** The start of the first word that matches, ms of media time. */
  timeMs: z.int().min(0),
})
export type FoundSentence = z.output<typeof FoundSentence>

/** A video whose title or words match. */
export const FoundVideo = z.object({
  projectId: z.string(),
  title: z.string(),
  /** Empty if only its words match. */
  titleMatches: Ranges,
  /** The path of a picture; null until there is one. */
  poster: z.string().nullable(),
  /** The owner's name; null if the caller is the owner. */
  ownerName: z.string().nullable(),
  /** In media order; empty if only the title matches. */
  sentences: z.array(FoundSentence).max(MOST_SENTENCES),
})
export type FoundVideo = z.output<typeof FoundVideo>

/** `/api/rpc/captions/search`. */
export const searchContract = {
  /**
   * Finds videos that the caller may see: titles that contain the query, and sentences that contain every word of it,
   * without regard to case, accents and apostrophes; the last word may be incomplete. Titles first, then newest first.
   * Refused: `too_many_requests` above 120 searches a minute.
   */
  search: oc.input(z.object({ query: z.string().trim().min(1).max(LONGEST_SEARCH) })).output(
    z.object({
      videos: z.array(FoundVideo).max(MOST_FOUND),
      /** True if there may be more videos than these. */
      hasMore: z.boolean(),
    }),
  ),
}
