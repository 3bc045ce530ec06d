import type { Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type AnnouncedPicture, earlySoundLimit } from '../../model/index.ts'
import type { MediaDeps } from '../deps.ts'
import { countExpectedSounds, countLoneSounds, findEarlySound, putEarlySound } from './early-sound-rows.ts'
import { lockProject, type StoredProject } from '../projects.ts'

/**
 * The limit on sounds of an account within a day whose videos were not prepared, or sound otherwise: their words may have
 * been read already, for a hundredth of the bytes of a video.
 */
const MOST_LONE_SOUNDS = 5
/** Most browsers send the sound of an upload within this time of its start. One that is sent later may be refused. */
const SENDING_MS = 60_000

/**
 * The largest sound that an upload may send before its video, so that few are sent in vain. Concurrent uploads count as if
 * each sends one.
 * @returns bytes; 0 if no sound is wanted: this one has arrived, or the account has too many
 */
export async function wantedSoundBytes(
  { db, uploadLimits, now }: Pick<MediaDeps, 'db' | 'uploadLimits' | 'now'>,
  { id, ownerId, sizeBytes }: Pick<StoredProject, 'id' | 'ownerId' | 'sizeBytes'>,
): Promise<number> {
  const sound = await findEarlySound(db, id)
  if (sound !== undefined && sound.state !== 'uploading') return 0
  const lone = await countLoneSounds(db, ownerId, id)
  const expected = await countExpectedSounds(db, ownerId, {
    besides: id,
    since: new Date(now().getTime() - SENDING_MS),
  })
  return lone + expected >= MOST_LONE_SOUNDS ? 0 : earlySoundLimit(sizeBytes, await uploadLimits(ownerId))
}

/**
 * Records that the sound of an unfinished upload begins, once for each project; again only until it has arrived. It locks
 * the owner's account until the transaction ends, so that of two concurrent sounds the second counts the first.
 * @throws AppError `conflict` if the video is already here, the sound is, or the account has too many
 */
export async function claimEarlySound(
  tx: Tx,
  { claimRoom, now }: Pick<MediaDeps, 'claimRoom' | 'now'>,
  sound: {
    readonly projectId: string
    readonly ownerId: string
    readonly sizeBytes: number
    readonly picture: AnnouncedPicture | null
  },
): Promise<void> {
  const { projectId, ownerId } = sound
  await claimRoom(tx, sound)
  const project = await lockProject(tx, projectId)
  if (project === undefined) throw new AppError('not_found', 'Project not found')
  if (project.stage !== 'uploading') throw new AppError('conflict', 'This upload is complete')
  if ((await countLoneSounds(tx, ownerId, projectId)) >= MOST_LONE_SOUNDS)
    throw new AppError('conflict', 'The sound of this video is read once the video is uploaded.')
  if (!(await putEarlySound(tx, { ...sound, createdAt: now() })))
    throw new AppError('conflict', 'This sound is complete')
}
