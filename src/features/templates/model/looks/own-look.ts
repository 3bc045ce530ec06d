import { z } from 'zod'
import { SavedLook } from './saved-look.ts'

/** Looks of one account. */
export const MAX_OWN_LOOKS = 100
/** Longest name of a look, in characters: that of a template, so that every look fits its file. */
export const LOOK_NAME_LENGTH = 40

/** The name of a look on one line, without surrounding spaces. */
export const LookName = z
  .string()
  .trim()
  .min(1, 'Give the look a name.')
  .max(LOOK_NAME_LENGTH, `A name has at most ${LOOK_NAME_LENGTH} characters.`)
  .regex(/^\P{Cc}*$/u, 'A name is one line of text.')

/** A look that somebody saved, as the API returns it. */
export const OwnLook = z.object({
  id: z.uuid(),
  name: z.string(),
  look: SavedLook,
  /** True if the owner's collaborators see it. */
  isShared: z.boolean(),
  /** The token in the address under which others can take it; null without a link, and for collaborators. */
  linkToken: z.string().nullable(),
  /** The name of the owner, for their collaborators; null for the owner. */
  sharedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type OwnLook = z.output<typeof OwnLook>

/** A name as names are compared: two looks of an owner differ in more than case or the form of letters. */
export function lookNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/**
 * The name, or else the name with the first free number: `Neon 2`.
 * @param taken keys of the names in use
 */
export function freeLookName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(lookNameKey(name))) return name
  const base = name.replace(/ \d{1,3}$/u, '')
  for (let number = 2; ; number += 1) {
    const end = ` ${number}`
    const numbered = `${shortened(base, LOOK_NAME_LENGTH - end.length)}${end}`
    if (!taken.has(lookNameKey(numbered))) return numbered
  }
}

/** At most this many UTF-16 units, without cutting a character in two. */
function shortened(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trimEnd()
}
