import { z } from 'zod'
import { Author } from '../edits/conflict-details.ts'
import { storableText } from '../document/scalars.ts'

/** A revision: an integer of the database, from 1. */
export const Revision = z.int().min(1).max(2_147_483_647)

/** Maximum length of the name of a version, in UTF-16 units. */
export const LONGEST_VERSION_NAME = 80
/** Maximum named versions of one project. */
export const MOST_VERSIONS = 100

/** The name of a version, in one line. */
export const VersionName = storableText(LONGEST_VERSION_NAME)
  .trim()
  .min(1)
  .refine((name) => !/\p{Cc}/u.test(name), 'A name is one line')

/** One saved edit in the history. */
export const HistoryEntry = z.object({
  /** The revision that it made. */
  revision: Revision,
  at: z.iso.datetime(),
  /** Distinguishes authors of the same name; null for the product itself. */
  authorId: z.string().nullable(),
  by: Author.nullable(),
  /** The edit in product English, verb first. */
  label: z.string(),
  /** The person who accepted the suggestion; null for other edits. */
  acceptedBy: Author.nullable(),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

/** Saved edits, newest first. */
export const HistoryPage = z.object({
  entries: z.array(HistoryEntry),
  /** The revision before which the next older page begins; null when there is none. */
  next: Revision.nullable(),
})
export type HistoryPage = z.output<typeof HistoryPage>

/** A version with a name, stored until the name is removed. */
export const NamedVersion = z.object({
  revision: Revision,
  name: z.string(),
  /** When the version was saved. */
  at: z.iso.datetime(),
  /** The person who named it. */
  by: Author.nullable(),
})
export type NamedVersion = z.output<typeof NamedVersion>

/** The versions of a project apart from its recent edits. */
export const Versions = z.object({
  /** Newest first. */
  named: z.array(NamedVersion),
  /** Versions from before the edits that are still stored: about one for each day of work, newest first. */
  copies: z.array(z.object({ revision: Revision, at: z.iso.datetime() })),
  newest: Revision,
})
export type Versions = z.output<typeof Versions>
