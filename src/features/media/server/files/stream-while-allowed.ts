import { accessTopic } from '#features/collaboration/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import { requireProject } from '../projects.ts'

/**
 * Streams data of a project while the user has access. A loss of access ends the stream at once with the refusal, even
 * without other events.
 * @param follow the stream, until its signal aborts
 * @throws AppError `not_found` at the start or later, without access
 */
export async function* streamWhileAllowed<T>(
  { db, events }: { db: Db; events: Pick<Events, 'subscribe'> },
  o: { projectId: string; userId: string; signal: AbortSignal | undefined },
  follow: (left: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const leaving = new AbortController()
  const left = o.signal === undefined ? leaving.signal : AbortSignal.any([leaving.signal, o.signal])
  const refusals: unknown[] = []
  const check = async () => {
    try {
      await requireProject(db, o.projectId, o.userId, 'view')
    } catch (error) {
      refusals.push(error)
      leaving.abort()
    }
  }
  // Subscribe before checking, so that a loss of access in between is noticed.
  const changes = events.subscribe(accessTopic(o.userId), left)
  await check()
  const guard = (async () => {
    for await (const _ of changes) await check()
  })()
  try {
    for await (const piece of follow(left)) {
      if (refusals.length > 0) break
      yield piece
    }
    if (refusals.length > 0) throw refusals[0]
  } finally {
    leaving.abort()
    await guard
  }
}
