import { oc } from '@orpc/contract'
import { z } from 'zod'
import { GlossaryEntry } from './entry.ts'
import { MAX_IMPORT_LENGTH } from './glossary-text.ts'

/** An entry of a glossary, for all videos of its owner or for one. */
export const StoredEntry = GlossaryEntry.extend({ id: z.string(), projectId: z.string().nullable() })
export type StoredEntry = z.output<typeof StoredEntry>

/** A glossary as somebody may see it. */
export const Glossary = z.object({
  /** For all videos of the owner, newest first. */
  account: z.array(StoredEntry),
  /** For this video, newest first; empty without one. */
  video: z.array(StoredEntry),
  /** True for the owner; an editor of a video changes only its own entries. */
  mayEditAccount: z.boolean(),
})
export type Glossary = z.output<typeof Glossary>

/** A correction that was made at least twice, and is in no glossary yet. */
export const GlossaryOffer = z.object({ heard: z.string(), write: z.string(), times: z.int() })
export type GlossaryOffer = z.output<typeof GlossaryOffer>

/** The video whose glossary is meant; null for that of all the caller's videos. */
const projectId = z.uuid().nullable()
const project = z.object({ projectId: z.uuid() })
const correction = z.object({ heard: z.string().min(1).max(200), write: z.string().min(1).max(200) })

/** `/api/rpc/glossary/*` */
export const glossaryContract = {
  /** The caller's glossary; with a project, that of its owner. */
  list: oc.input(z.object({ projectId })).output(Glossary),
  /**
   * Adds an entry, or changes the one with this id or for the same words. Refused: `too_large` at the maximum,
   * `conflict` for other words that have an entry.
   */
  put: oc.input(z.object({ projectId, id: z.uuid().optional(), entry: GlossaryEntry })).output(StoredEntry),
  /** Idempotent. @returns false when this glossary has no entry with this id */
  remove: oc.input(z.object({ projectId, id: z.uuid() })).output(z.object({ removed: z.boolean() })),
  /** Adds the entries of CSV or of lines of text; those for the same words change. */
  import: oc
    .input(z.object({ projectId, text: z.string().max(MAX_IMPORT_LENGTH) }))
    .output(z.object({ imported: z.int(), skippedLines: z.array(z.int()) })),
  /** Corrections that were made twice in the videos of this one's owner, most frequent first; at most five. */
  offers: oc.input(project).output(z.array(GlossaryOffer)),
  /** Never offers these corrections again; later ones count from one. */
  declineOffer: oc.input(project.extend(correction.shape)).output(z.object({ declined: z.boolean() })),
}
