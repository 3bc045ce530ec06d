import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openFileStore } from '#platform/server/files.ts'
import { createMediaRunner, MediaError, type MediaRun, type MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { openPhotos } from './photo.ts'

const { db } = await testDatabase()
const refusal = {
  code: 'unsupported_media',
  message: 'We couldn’t read this file. Choose a JPEG, PNG or WebP picture.',
}

test.each([
  ['a page', '<!doctype html><p>Hello</p>'],
  ['a GIF', 'GIF89a\x01\0\x01\0\x80\0\0'],
  ['nothing', ''],
])('refuses %s before it starts any process', async (_, content) => {
  const { store, started } = await start()
  await expect(store(content)).rejects.toMatchObject(refusal)
  expect(started).toEqual([])
})

test('decodes a file that starts like a picture once, and refuses it with the same message', async () => {
  const { store, started } = await start()
  await expect(store('\x89PNG\r\n\x1a\n, but no more than that')).rejects.toMatchObject(refusal)
  expect(started.map(({ tool, picture }) => ({ tool, picture }))).toEqual([{ tool: 'ffmpeg', picture: true }])
})

test('leaves nothing of a refused file behind', async () => {
  const { store, left } = await start()
  await expect(store('no picture')).rejects.toMatchObject(refusal)
  expect(await left()).toEqual([])
})

test('decodes two pictures at once, one per person, and queues the others', async () => {
  const { storeOf, picture, most } = await start()
  const people = ['ada', 'ada', 'bob', 'eve', 'dan', 'ada']
  const stored = await Promise.allSettled(people.map((userId) => storeOf(userId, picture)))
  expect(stored.map(({ status }) => status)).toEqual(people.map(() => 'fulfilled'))
  expect(most()).toEqual({ ofAll: 2, ofOne: 1 })
})

test('refuses a fourth concurrent picture of one account and accepts one of another', async () => {
  const { storeOf, picture } = await start()
  const stored = await Promise.allSettled(['ada', 'ada', 'ada', 'ada', 'bob'].map((id) => storeOf(id, picture)))
  expect(stored.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(stored[3]).toMatchObject({ reason: { code: 'too_many_requests' } })
})

test('reports a timeout on a busy machine as such, not as an unreadable picture', async () => {
  const { storeOf, picture } = await start({ run: () => Promise.reject(new MediaError('time', 'ffmpeg', '')) })
  await expect(storeOf('ada', picture)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Processing this photo took too long. Try again, or choose a smaller one.',
  })
})

test('releases the slot of an interrupted upload', async () => {
  const { storeBody, storeOf, picture } = await start()
  for (let n = 0; n < 10; n += 1) {
    const broken = new ReadableStream<Uint8Array>({ start: (body) => body.error(new Error('aborted')) })
    await expect(storeBody('ada', broken)).rejects.toMatchObject({ code: 'unprocessable' })
  }
  await storeOf('ada', picture)
})

const PEOPLE = ['ada', 'bob', 'eve', 'dan']

/** Stores a user's photo and records the processes that run. */
async function start(o: { run?: MediaRunner['run'] } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'photo-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const files = openFileStore(dataDir)
  const started: MediaRun[] = []
  const runner = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
  const running: (string | undefined)[] = []
  const most = { ofAll: 0, ofOne: 0 }
  const media = {
    async run(run: MediaRun) {
      started.push(run)
      const owner = ownerOf.get(await readFile(run.inputs[0]?.path ?? '', 'latin1'))
      running.push(owner)
      most.ofAll = Math.max(most.ofAll, running.length)
      most.ofOne = Math.max(most.ofOne, running.filter((one) => one === owner).length)
      try {
        return await (o.run ?? runner.run)(run)
      } finally {
        running.splice(running.indexOf(owner), 1)
      }
    },
  }
  const jobs = { enqueue: async () => randomUUID(), pause: async () => {}, resume: async () => {} }
  const storePhoto = openPhotos({ db, files, media, jobs, newId: randomUUID })
  const ids = new Map<string, string>()
  const ownerOf = new Map<string, string>()
  for (const name of PEOPLE) {
    const id = randomUUID()
    await db.$client.query('insert into users (id, email) values ($1, $2)', [id, `${id}@example.com`])
    ids.set(name, id)
  }
  const storeBody = (name: string, body: ReadableStream<Uint8Array>) =>
    storePhoto({ userId: ids.get(name) ?? '', body })
  const storeOf = (name: string, content: string) => {
    // Bytes after the end of a picture are not part of it; here they name its owner.
    const sent = `${content}${name}`
    ownerOf.set(sent, name)
    return storeBody(name, new Blob([Buffer.from(sent, 'latin1')]).stream())
  }
  return {
    started,
    picture: await redSquare(),
    most: () => most,
    storeOf,
    storeBody,
    store: (content: string) => storeBody('ada', new Blob([Buffer.from(content, 'latin1')]).stream()),
    left: async () =>
      (await readdir(dataDir, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
  }
}

async function redSquare(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'picture-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const path = join(directory, 'red.png')
  await promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=red:size=64x64',
    '-frames:v',
    '1',
    path,
  ])
  return readFile(path, 'latin1')
}
