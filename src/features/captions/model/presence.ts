import { z } from 'zod'
import { Access } from '#features/collaboration/model/index.ts'

/** Somebody else who has the project open. */
export const Person = z.object({ userId: z.string(), name: z.string(), role: Access })
export type Person = z.output<typeof Person>

/** Interval between the heartbeats of an open editor, ms. */
export const PRESENCE_BEAT_MS = 8_000
/** Time after its last heartbeat until an editor counts as closed, ms; a vanished tab disappears within 30 s. */
export const PRESENCE_MS = 20_000
/** The number of colours that distinguish people. */
export const PERSON_COLORS = 5

/** Up to two initials: of the first and the last part of a name. */
export function initialsOf(name: string): string {
  const parts = name.split(/[\s.@_-]+/u).filter((part) => part !== '')
  const [first = '?'] = parts
  const last = parts.length > 1 ? parts.at(-1) : undefined
  return [first, last]
    .map((part) => [...(part ?? '')].at(0) ?? '')
    .join('')
    .toLocaleUpperCase('en')
}

/** The colour index of a person, from 0: the same on every screen and at every visit. */
export function colorOf({ userId }: Pick<Person, 'userId'>): number {
  let sum = 0
  for (const letter of userId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return sum % PERSON_COLORS
}
