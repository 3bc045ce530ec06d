import { once } from 'node:events'
import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clipMaker, picture, QUICK_H264, tone } from '../../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { testMedia } from '../../../../../tests/support/media.ts'
import { beginUpload, sendBytes } from '../../../../../tests/support/tus.ts'

const lab = await testMedia(await testDatabase())
const clips = await clipMaker()
const talking = await clips.make(
  'talking.mp4',
  ...picture({ seconds: 4 }),
  ...tone({ seconds: 4 }),
  ...QUICK_H264,
  '-movflags',
  '+faststart',
)
/** Its index is at the end, where a truncated file loses it. */
const indexLast = await clips.make('index-last.mp4', '-i', talking, '-c', 'copy')

describe('refuses a file that is not an accepted video in one sentence and erases it', () => {
  const inputs: Record<string, () => Promise<string>> = {
    'text renamed .mp4': () => written('text.mp4', 'This is only text, whatever its name says.'),
    'a playlist of another local file': async () => {
      await writeFile(join(clips.folder, 'secret.mp4'), await readFile(talking))
      return written('list.mp4', playlist(`file://${join(clips.folder, 'secret.mp4')}`))
    },
    'a concat list': () => written('concat.mp4', `ffconcat version 1.0\nfile ${talking}\n`),
    'an MP4 without its index': () => shortened('no-index.mp4', indexLast, 0.5),
    'an MP4 of which half is missing': () => shortened('half.mp4', talking, 0.5),
    'a picture of 16,384 pixels': () =>
      clips.make('wide.mp4', '-f', 'lavfi', '-i', 'color=s=16384x64:r=5:d=1', ...QUICK_H264),
    'a 24-hour clip of 16×16': () =>
      clips.make('day.mp4', '-f', 'lavfi', '-i', 'color=s=16x16:r=1/60:d=86400', ...QUICK_H264),
    'sound alone': () => clips.make('sound.mp4', ...tone(), '-c:a', 'aac'),
    'too many frames a second': () => clips.make('fast.mp4', ...picture({ fps: '240', seconds: 0.2 }), ...QUICK_H264),
    'a title of seventeen megabytes': async () => {
      const title = await written('title.txt', `;FFMETADATA1\ntitle=${'long '.repeat(3_400_000)}\n`)
      const titled = ['-i', title, '-map', '0', '-map_metadata', '1']
      return clips.make('titled.mp4', ...picture({ seconds: 0.2 }), ...titled, ...QUICK_H264)
    },
    'a compression we do not know': () => clips.make('old.mp4', ...picture({ seconds: 0.2 }), '-c:v', 'mpeg4'),
    'nine tracks': () =>
      clips.make(
        'nine.mkv',
        ...picture({ seconds: 0.2 }),
        ...tone({ seconds: 0.2 }),
        '-map',
        '0',
        ...Array.from({ length: 8 }, () => ['-map', '1']).flat(),
        ...QUICK_H264,
        '-c:a',
        'pcm_s16le',
      ),
  }
  test.each([
    ['text renamed .mp4', 'We couldn’t read this file. Export it as MP4, MOV, M4V, WebM or MKV and upload it again.'],
    [
      'a playlist of another local file',
      'We couldn’t read this file. Export it as MP4, MOV, M4V, WebM or MKV and upload it again.',
    ],
    ['a concat list', 'We couldn’t read this file. Export it as MP4, MOV, M4V, WebM or MKV and upload it again.'],
    ['an MP4 without its index', expect.stringContaining('This video is incomplete')],
    [
      'an MP4 of which half is missing',
      expect.stringMatching(/^This video breaks off: only 0:0[12] of 0:04 can be read\./u),
    ],
    [
      'a picture of 16,384 pixels',
      'This video has 16384×64 pixels; the maximum is 3840×2160. Export it smaller and upload it again.',
    ],
    [
      'a 24-hour clip of 16×16',
      'This video is 24:00:00 long; the free plan takes up to 3:00. Shorten it or choose a larger plan.',
    ],
    ['sound alone', 'This file has no picture. Upload a video; we don’t support sound alone yet.'],
    [
      'too many frames a second',
      'This video has 240 frames a second; the maximum is 120. Export it with fewer and upload it again.',
    ],
    [
      'a title of seventeen megabytes',
      'Reading this video takes far more time or memory than its length should. Export it again and upload the new file.',
    ],
    [
      'a compression we do not know',
      'We don’t support MPEG4 compression. Export it as H.264 video with AAC sound and upload it again.',
    ],
    [
      'nine tracks',
      'This file has 9 tracks; the maximum is 8. Export it with one picture and one sound track and upload it again.',
    ],
  ])('%s', async (kind, problem) => {
    const project = await lab.prepare((await inputs[kind]?.()) ?? '')
    expect(project).toMatchObject({
      stage: 'refused',
      problem,
      assets: { preview: null, peaks: null, filmstrip: null, poster: null },
    })
    await expect.poll(() => lab.leftovers(project.id)).toEqual([])
  })

  test('a playlist with a network address sends no request', async () => {
    const requests: string[] = []
    const server = createServer((request, response) => void (requests.push(request.url ?? ''), response.end())).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const project = await lab.prepare(await written('remote.mp4', playlist(`http://127.0.0.1:${port}/clip.ts`)))
    expect(project.stage).toBe('refused')
    expect(requests).toEqual([])
  })
})

test('refuses and removes a file that only turns out to exceed the plan at its end', async () => {
  const bytes = new Uint8Array(await readFile(talking))
  const begun = await beginUpload(lab.as('downgraded'), bytes.length)
  lab.limits.set('downgraded', { plan: 'free', maxDurationMs: 180_000, maxBytes: 100_000 })
  const location = begun.headers.get('location') ?? ''
  expect((await sendBytes(lab.as('downgraded'), location, 0, bytes)).status).toBe(204)
  const project = await lab.ended('downgraded', location.split('/').at(-1) ?? '')
  expect(project.problem).toMatch(/^This file is \d+ kB; the free plan takes up to 100 kB\. Make it smaller/u)
  await expect.poll(() => lab.leftovers(project.id)).toEqual([])
})

test('prepares a clip that misses only its last moments', async () => {
  const project = await lab.prepare(await shortened('nearly.mp4', talking, 0.97))
  expect(project).toMatchObject({ stage: 'prepared', problem: null })
  expect(project.probe?.durationMs).toBeLessThan(4_000)
})

async function written(name: string, text: string): Promise<string> {
  const path = join(clips.folder, name)
  await writeFile(path, text)
  return path
}

async function shortened(name: string, from: string, part: number): Promise<string> {
  const path = join(clips.folder, name)
  await copyFile(from, path)
  await truncate(path, Math.round((await readFile(from)).length * part))
  return path
}

function playlist(entry: string): string {
  return `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${entry}\n#EXT-X-ENDLIST\n`
}
