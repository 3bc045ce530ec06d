import { z } from 'zod'
import type { LogoFile, OwnFontFile } from '#features/rendering/model/index.ts'
import { CommentText, GuestName } from './comments.ts'
import { Decision, Thread } from './contract.ts'

/** A review link as it shows itself to its holder; each state is a screen. Only `open` reveals what it is about. */
export const GuestView = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    title: z.string(),
    ownerName: z.string(),
    /** Paths of files; null until they exist. */
    preview: z.string().nullable(),
    poster: z.string().nullable(),
  }),
  /** It has a password. */
  z.object({ state: z.literal('locked') }),
  z.object({ state: z.literal('revoked') }),
  z.object({ state: z.literal('expired') }),
])
export type GuestView = z.output<typeof GuestView>

/** The own fonts that the captions name, for the preview; `source` is the path of the file. */
export type GuestFonts = { readonly fonts: readonly OwnFontFile[] }

/** The logo and the pictures on words; missing ones are left out. */
export type GuestLogos = { readonly logos: readonly LogoFile[] }

/** The comments of a project and the guest's decision, as a guest sees them. */
export const GuestComments = z.object({
  /** Newest first. */
  threads: z.array(Thread),
  /** Cursor of the next page. */
  next: z.string().nullable(),
  /** The guest's own decision. */
  decision: Decision.nullable(),
  /** The newest revision of the captions. */
  revision: z.int(),
})
export type GuestComments = z.output<typeof GuestComments>

/** The name of a guest, and a key that only their browser knows. */
const guest = z.object({ name: GuestName, key: z.string().min(20).max(100) })

/** A comment of a guest: on words, or an answer. */
export const GuestComment = guest.extend({
  text: CommentText,
  to: z.union([
    z.object({ threadId: z.uuid() }),
    z.object({ firstWordId: z.string().min(1).max(100), lastWordId: z.string().min(1).max(100) }),
  ]),
})
export type GuestComment = z.output<typeof GuestComment>

/** A decision of a guest about the captions they saw. */
export const GuestDecision = guest.extend({
  decision: z.enum(['approved', 'changes']),
  revision: z.int().min(1),
})
export type GuestDecision = z.output<typeof GuestDecision>
