import { projectOf } from '#features/media/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import { shareReads } from '#platform/server/shared-reads.ts'
import type { CaptionsEvent, Person } from '../model/index.ts'
import { found, topicOf } from './apply.ts'
import { asSeenBy, batchesSince, type StoredBatch } from './batches.ts'
import { hasDocument } from './documents.ts'
import { peopleHere } from './presence.ts'

/** Most batches of one event. */
const PAGE = 100

/** Who follows which captions, from which revision on. */
export type Follower = { readonly projectId: string; readonly userId: string; readonly revision: number }

type Deps = { readonly db: Db; readonly events: Pick<Events, 'subscribe'>; now(): Date }

/**
 * Opens the streams of captions: what is saved after a revision, and who else is there. The streams of one project share
 * what they read when it changes, and those of one person the check that they may see it.
 */
export function openCaptionStreams({ db, events, now }: Deps) {
  const access = shareReads<void>()
  const batches = shareReads<StoredBatch[]>()
  const presence = shareReads<Person[]>()

  const checkAccess = ({ projectId, userId }: Follower) =>
    access(`${projectId} ${userId}`, async () => void (await projectOf(db, projectId, userId, 'view')))

  /** What follows a revision, in pages, each read as it is asked for; nothing when it is the newest. */
  async function* savedSince({ projectId, userId, revision }: Follower) {
    for (let from = revision; ;) {
      const page = await batches(`${projectId} ${from}`, () =>
        batchesSince(db, projectId, { revision: from, most: PAGE }),
      )
      const last = page.at(-1)
      if (last === undefined) return
      yield { type: 'saved', batches: page.map((batch) => asSeenBy(userId, batch)) } satisfies CaptionsEvent
      if (page.length < PAGE) return
      from = last.revision
    }
  }

  /** Who else is there, but only when that is other than what was told last. */
  function othersHere({ projectId, userId }: Follower) {
    let told = '[]'
    return async (): Promise<CaptionsEvent[]> => {
      const everybody = await presence(projectId, () => peopleHere(db, { projectId, now: now() }))
      const people = everybody.filter((person) => person.userId !== userId)
      const text = JSON.stringify(people)
      if (text === told) return []
      told = text
      return [{ type: 'people', people }]
    }
  }

  return async function* follow(follower: Follower, signal: AbortSignal) {
    // Heard first, read after: what changes in between is read again.
    const changes = events.subscribe(topicOf(follower.projectId), signal)
    await checkAccess(follower)
    found(await hasDocument(db, follower.projectId))
    const people = othersHere(follower)
    let { revision } = follower
    const news = async function* () {
      for await (const event of savedSince({ ...follower, revision })) {
        revision = event.batches.at(-1)?.revision ?? revision
        yield event
      }
      yield* await people()
    }
    // The first event comes at once, so that the page knows that it follows.
    yield { type: 'saved', batches: [] } satisfies CaptionsEvent
    yield* news()
    for await (const _ of changes) {
      // Access may have ended meanwhile: whoever lost it hears no more.
      await checkAccess(follower)
      yield* news()
    }
  }
}
