import type { MediaDeps } from '../deps.ts'
import { findProject } from '../projects.ts'
import { topicOf } from '../transitions.ts'

/**
 * Waits until the sound of a video with sound is stored, while it is being prepared.
 * @returns false if the video was refused or removed
 * @throws the signal's reason
 */
export async function awaitSound(
  { db, events }: Pick<MediaDeps, 'db' | 'events'>,
  projectId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const leaving = new AbortController()
  // Subscribe before reading: a change in between causes another read.
  const changes = events.subscribe(topicOf(projectId), AbortSignal.any([signal, leaving.signal]))
  try {
    const before = await hasSound()
    if (before !== undefined) return before
    for await (const _ of changes) {
      const now = await hasSound()
      if (now !== undefined) return now
    }
  } finally {
    leaving.abort()
  }
  signal.throwIfAborted()
  throw new Error('the events were closed while the sound was awaited')

  async function hasSound(): Promise<boolean | undefined> {
    const project = await findProject(db, projectId)
    if (project === undefined || project.stage === 'refused') return false
    return project.stage === 'prepared' || project.assets.includes('audio') ? true : undefined
  }
}
