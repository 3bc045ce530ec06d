import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type FileStore, withLocal } from '#platform/server/files.ts'
import type { Queryable } from '#platform/server/db.ts'
import { isSameSound, SHAPE_FLOOR_DB, SHAPE_STEP_MS, type SoundShape } from '../../model/index.ts'
import { moveEarlySound } from './early-sound-rows.ts'
import { keysOf } from '../file-keys.ts'
import { SOUND_RATE, WAV_HEADER_BYTES } from '../decode/sound.ts'

const STEP_SAMPLES = (SOUND_RATE * SHAPE_STEP_MS) / 1_000
const FULL_SCALE = 32_768

/** Whether the sound that the browser sent before a video is that of the video, whose sound is stored. */
export async function isSoundOfVideo(
  files: Pick<FileStore, 'checkout' | 'stat'>,
  projectId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { audio, earlyWav } = keysOf(projectId)
  // It is removed after a day, and then read as missing.
  if ((await files.stat(earlyWav)) === undefined) return false
  const [early, own] = await Promise.all(
    [earlyWav, audio].map((key) => withLocal(files, { key, signal }, (path) => readShape(path, signal))),
  )
  return early !== undefined && own !== undefined && isSameSound(early, own)
}

/** Counts the early sound of a project against its account: its video sounds otherwise. */
export async function markSoundDiffers(q: Queryable, projectId: string): Promise<void> {
  await moveEarlySound(q, projectId, { from: 'ready', to: 'differs' })
}

/** Reads the loudness of a WAV of ours piece by piece. */
async function readShape(path: string, signal: AbortSignal): Promise<SoundShape> {
  const { size } = await stat(path)
  const samples = Math.max(0, Math.floor((size - WAV_HEADER_BYTES) / 2))
  const shape = new Float32Array(Math.ceil(samples / STEP_SAMPLES)).fill(SHAPE_FLOOR_DB)
  // Whole steps in each chunk, so that a sample is never cut in two.
  const highWaterMark = STEP_SAMPLES * 2 * 1_000
  let step = 0
  for await (const chunk of createReadStream(path, { start: WAV_HEADER_BYTES, highWaterMark, signal })) {
    const bytes: Buffer = chunk
    for (let at = 0; at + 1 < bytes.length && step < shape.length; at += STEP_SAMPLES * 2) {
      shape[step] = loudnessOf(bytes.subarray(at, at + STEP_SAMPLES * 2))
      step += 1
    }
  }
  return shape
}

function loudnessOf(bytes: Buffer): number {
  const samples = Math.floor(bytes.length / 2)
  let squares = 0
  for (let at = 0; at < samples; at += 1) squares += (bytes.readInt16LE(at * 2) / FULL_SCALE) ** 2
  return squares === 0 ? SHAPE_FLOOR_DB : Math.max(SHAPE_FLOOR_DB, 10 * Math.log10(squares / samples))
}
