import { open, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { clipMaker, picture, QUICK_H264, runTool, tone } from '../../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { testMedia } from '../../../../../tests/support/media.ts'
import { Shots } from '../../model/index.ts'

const lab = await testMedia(await testDatabase())
const clips = await clipMaker()
/** A keyframe every second. */
const SEEKABLE = [...QUICK_H264, '-g', '25', '-c:a', 'aac']
const LARGE = { size: '1280x720', seconds: 4 }

test('copies what plays and seeks well, with its index first', async () => {
  const clip = await clips.make('plain.mp4', ...picture(LARGE), ...tone({ seconds: 4 }), ...SEEKABLE)
  const { id, stage, probe } = await lab.prepare(clip)
  expect(stage).toBe('prepared')
  expect(probe?.playsAsIs).toBe(true)
  const preview = previewOf(id)
  expect(await packetsOf(preview)).toBe(await packetsOf(clip))
  const bytes = await readFile(preview)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})

test('finds the changes of shot of a copied preview', async () => {
  const inputs = ['red', 'lime', 'blue'].flatMap((colour) => [
    '-f',
    'lavfi',
    '-i',
    `color=${colour}:s=640x360:r=20:d=1`,
  ])
  const clip = await clips.make('shots.mp4', ...inputs, '-filter_complex', 'concat=n=3', ...QUICK_H264, '-g', '20')
  const { assets, probe } = await lab.prepare(clip)
  expect(probe?.playsAsIs).toBe(true)
  const shots: unknown = await (await lab.as('ada')(assets.shots ?? '')).json()
  expect(Shots.parse(shots).timesMs).toEqual([1_000, 2_000])
})

test('encodes what has keyframes far apart', async () => {
  const clip = await clips.make('far.mp4', ...picture(LARGE), ...tone({ seconds: 4 }), ...QUICK_H264, '-c:a', 'aac')
  const { id, probe } = await lab.prepare(clip)
  expect(probe?.playsAsIs).toBe(false)
  expect(await heightOf(previewOf(id))).toBe(540)
})

test('encodes a video with frames that cannot be decoded, at which a browser would stop', async () => {
  const clip = await clips.make('damaged.mp4', ...picture(LARGE), ...tone({ seconds: 4 }), ...SEEKABLE)
  await damage(clip)
  const { id, stage, probe } = await lab.prepare(clip)
  expect(stage).toBe('prepared')
  expect(probe?.playsAsIs).toBe(true)
  expect(await heightOf(previewOf(id))).toBe(540)
})

function previewOf(id: string): string {
  return lab.pathOf(`projects/${id}/preview.mp4`)
}

/** A hash of every packet of the picture, in order. */
async function packetsOf(path: string): Promise<string> {
  const args = ['-v', 'error', '-i', path, '-map', '0:v', '-map', '0:a', '-c', 'copy', '-f', 'streamhash', '-']
  return runTool('ffmpeg', args)
}

async function heightOf(path: string): Promise<number> {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'stream=height', '-of', 'csv=p=0', path]
  return Number(await runTool('ffprobe', args))
}

/** Overwrites some bytes in the middle of the frames, but not the lengths of the packets around them. */
async function damage(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    await file.write(Buffer.alloc(400, 0xff), 0, 400, Math.round(size / 2))
  } finally {
    await file.close()
  }
}
