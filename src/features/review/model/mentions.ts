import { z } from 'zod'
import { Access } from '#features/collaboration/model/index.ts'

/** A person who works on a project. */
export const ProjectPerson = z.object({ userId: z.string(), name: z.string(), access: Access })
export type ProjectPerson = z.output<typeof ProjectPerson>

/** Maximum people that one comment mentions. */
export const MOST_MENTIONS = 20

/** The people whose name follows an @ in a text. Of two names, the longer one counts. */
export function mentionsIn<Person extends { readonly name: string }>(
  text: string,
  people: readonly Person[],
): readonly Person[] {
  const found = splitMentions(text, people).flatMap(({ person }) => (person === undefined ? [] : [person]))
  return [...new Set(found)].slice(0, MOST_MENTIONS)
}

/** A part of a text: a mention with its person, or plain text. */
export type TextPart<Person> = { readonly text: string; readonly person: Person | undefined }

/** Splits a text at its mentions. */
export function splitMentions<Person extends { readonly name: string }>(
  text: string,
  people: readonly Person[],
): readonly TextPart<Person>[] {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length)
  const parts: TextPart<Person>[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < from || isInWord(text, at)) continue
    const rest = text.slice(at + 1)
    const person = byLength.find(({ name }) => startsWithName(rest, name))
    if (person === undefined) continue
    if (at > from) parts.push({ text: text.slice(from, at), person: undefined })
    from = at + 1 + person.name.length
    parts.push({ text: text.slice(at, from), person })
  }
  if (from < text.length) parts.push({ text: text.slice(from), person: undefined })
  return parts
}

/** The unfinished mention before the cursor: the letters after its @; undefined for none. */
export function mentionBefore(text: string, cursor: number): string | undefined {
  const at = text.lastIndexOf('@', cursor - 1)
  if (at < 0 || isInWord(text, at)) return undefined
  const typed = text.slice(at + 1, cursor)
  return typed.length > 60 || typed.includes('\n') || typed.startsWith(' ') ? undefined : typed
}

/** An @ inside a word is an address. */
function isInWord(text: string, at: number): boolean {
  return at > 0 && /[\p{L}\p{N}._-]/u.test(text.charAt(at - 1))
}

function startsWithName(text: string, name: string): boolean {
  const isNamed = name !== '' && text.slice(0, name.length).toLowerCase() === name.toLowerCase()
  return isNamed && !/[\p{L}\p{N}]/u.test(text.charAt(name.length))
}
