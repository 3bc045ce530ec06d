import type { Queryable } from '#platform/server/db.ts'
import type { CaptionsEvent } from '../model/index.ts'
import { asSeenBy, batchesSince } from './batches.ts'
import { othersHere } from './presence.ts'

/** Most batches of one event. */
const PAGE = 100

/** Who follows which captions, from which revision on. */
export type Follower = { readonly projectId: string; readonly userId: string; readonly revision: number }

/** What follows a revision, in pages, each read as it is asked for; nothing when it is the newest. */
export async function* savedSince(q: Queryable, { projectId, userId, revision }: Follower) {
  let from = revision
  for (;;) {
    const batches = await batchesSince(q, projectId, { revision: from, most: PAGE })
    const last = batches.at(-1)
    if (last === undefined) return
    from = last.revision
    yield { type: 'saved', batches: batches.map((batch) => asSeenBy(userId, batch)) } satisfies CaptionsEvent
  }
}

/** Who else is there, but only when that is other than what was told last. */
export function whoIsHere(q: Queryable, { projectId, userId }: Follower, now: () => Date) {
  let told = '[]'
  return async (): Promise<CaptionsEvent[]> => {
    const people = await othersHere(q, { projectId, userId, now: now() })
    const text = JSON.stringify(people)
    if (text === told) return []
    told = text
    return [{ type: 'people', people }]
  }
}
