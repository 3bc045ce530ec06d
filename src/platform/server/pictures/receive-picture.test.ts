import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { logoPng, pictureOf } from '../../../../tests/support/logos.ts'
import { openFileStore } from '../files.ts'
import { openPictures, type PictureRules, sizeOfPng } from './receive-picture.ts'
import { createMediaRunner, type MediaRun } from '../sandbox/sandbox.ts'

const RULES: PictureRules = {
  maxBytes: 1_000_000,
  maxSide: 2_000,
  outputBytes: 1_000_000,
  atOnce: { places: 10, atOnce: 1, placesPerKey: 2, atOncePerKey: 1 },
  texts: {
    animated: 'It moves.',
    svg: 'It is a drawing.',
    other: 'It is no picture.',
    unreadable: 'We cannot read it.',
    tooSlow: 'It took too long.',
    interrupted: 'It broke off.',
    full: 'Too many wait.',
    tooManyOfKey: 'Too many of yours wait.',
  },
}
const JPEG = await pictureOf('testsrc=size=640x480', 'image2pipe', '-frames:v', '1', '-c:v', 'mjpeg')
const MOVING = 'testsrc=size=64x32:rate=5:duration=1'

test.each([
  ['an animated GIF', await pictureOf(MOVING, 'gif'), 'It is no picture.'],
  ['an animated PNG', await pictureOf(MOVING, 'apng'), 'It moves.'],
  ['an animated WebP', await pictureOf(MOVING, 'webp', '-c:v', 'libwebp_anim'), 'It moves.'],
  [
    'a drawing with a script',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'It is a drawing.',
  ],
  ['a HEIC of a phone', '\0\0\0\x1cftypheic\0\0\0\0mif1heic', 'It is no picture.'],
  ['an empty file', '', 'It is no picture.'],
  ['20,000 × 20,000 pixels', hugePng(), 'This picture has 20000 × 20000 pixels. Choose one of at most 2000 × 2000.'],
])('refuses %s before it starts any process', async (_, content, message) => {
  const { receive, started, left } = await open()
  await expect(receive(content)).rejects.toMatchObject({ code: 'unsupported_media', message })
  expect(started).toEqual([])
  expect(await left()).toEqual([])
})

test.each([
  ['a JPEG that breaks off', JPEG.subarray(0, JPEG.byteLength / 2)],
  ['a PNG that breaks off', logoPng().subarray(0, 40)],
])('refuses %s as unreadable', async (_, content) => {
  const { receive, left } = await open()
  await expect(receive(content)).rejects.toMatchObject({ code: 'unsupported_media', message: 'We cannot read it.' })
  expect(await left()).toEqual([])
})

test('reads a JPEG in the inks of a printer in its colours', async () => {
  const { receive } = await open()
  const { pixel } = await receive(redInks())
  expect(pixel.map((value) => value > 127)).toEqual([true, false, false])
})

test('writes files without the metadata of the picture', async () => {
  const { receive } = await open()
  const comment = Buffer.from('\xff\xfe\0\x0aHelsinki', 'latin1')
  const sent = Buffer.concat([JPEG.subarray(0, 2), comment, JPEG.subarray(2)])
  const { file } = await receive(sent)
  expect([sent.includes('Helsinki'), file.includes('Helsinki')]).toEqual([true, false])
})

test('refuses a file above the limit of bytes, and a broken connection', async () => {
  const { receive, left } = await open()
  await expect(receive(Buffer.alloc(1_000_001))).rejects.toMatchObject({
    code: 'too_large',
    details: { maxBytes: 1e6 },
  })
  const broken = new ReadableStream<Uint8Array>({ start: (body) => body.error(new Error('aborted')) })
  await expect(receive(broken)).rejects.toMatchObject({ code: 'unprocessable', message: 'It broke off.' })
  expect(await left()).toEqual([])
})

test('frees the place of a picture for which there is no room on the disk', async () => {
  const { receive, fill, empty } = await open()
  fill()
  for (let n = 0; n < 3; n += 1) await expect(receive(JPEG)).rejects.toThrow('ENOSPC')
  empty()
  expect(await receive(JPEG)).toMatchObject({ size: { width: 640, height: 480 } })
})

/** Receives pictures for one account as a PNG of their own size. */
async function open() {
  const dataDir = await mkdtemp(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const store = openFileStore(dataDir)
  const runner = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
  const started: MediaRun[] = []
  let isFull = false
  const files = {
    temporary: () => (isFull ? Promise.reject(new Error('ENOSPC')) : store.temporary()),
  }
  const media = {
    run(run: MediaRun) {
      started.push(run)
      return runner.run(run)
    },
  }
  const pictures = openPictures({ files, media }, RULES)
  return {
    started,
    fill: () => (isFull = true),
    empty: () => (isFull = false),
    left: async () =>
      (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()),
    receive(content: string | Uint8Array<ArrayBuffer> | Buffer | ReadableStream<Uint8Array>) {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
      const body = bytes instanceof ReadableStream ? bytes : new Blob([new Uint8Array(bytes)]).stream()
      return pictures({ key: 'ada', body }, async (picture) => {
        await picture.encode({ filters: '[0:v:0]format=rgb24[whole]', files: { whole: 'whole.png' } })
        const path = picture.path('whole.png')
        return { size: await sizeOfPng(path), pixel: await firstPixelOf(path), file: await readFile(path, 'latin1') }
      })
    },
  }
}

/** Red, green and blue of the first pixel. */
async function firstPixelOf(path: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 32_000_000 },
  )
  return [...stdout.subarray(0, 3)]
}

/** A PNG header of 20,000 × 20,000 pixels, with an empty checksum. */
function hugePng(): string {
  return `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'\0\0\x4e\x20'.repeat(2)}\x08\x06${'\0'.repeat(7)}`
}

/** 8 × 8 pixels in four inks, inverted as Adobe writes them: full magenta and yellow. */
function redInks(): Buffer {
  return Buffer.from(
    [
      'ffd8',
      'ffee000e41646f62650064000000000000',
      `ffdb004300${'08'.repeat(64)}`,
      'ffc00014080008000804011100021100031100041100',
      'ffc40014000100000000000000000000000000000007',
      'ffc40014100100000000000000000000000000000000',
      'ffda000e040100020003000400003f00',
      '7f00000fef',
      'ffd9',
    ].join(''),
    'hex',
  )
}
