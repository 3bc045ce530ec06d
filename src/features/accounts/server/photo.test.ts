import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileStore } from '#platform/server/files.ts'
import { createMediaRunner, type MediaRun } from '#platform/server/sandbox.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { storePhoto } from './photo.ts'

const { db } = await testDatabase()
const refusal = {
  code: 'unsupported_media',
  message: 'This file is not a picture we can read. Choose a JPEG, PNG or WebP file.',
}

test.each([
  ['a page', '<!doctype html><p>Hello</p>'],
  ['a GIF', 'GIF89a\x01\0\x01\0\x80\0\0'],
  ['nothing', ''],
])('%s is refused before any process starts', async (_, content) => {
  const { store, started } = await start()
  await expect(store(content)).rejects.toMatchObject(refusal)
  expect(started).toEqual([])
})

test('what begins as a picture is decoded once; that it is none is found out there, and said the same way', async () => {
  const { store, started } = await start()
  await expect(store('\x89PNG\r\n\x1a\n, but no more than that')).rejects.toMatchObject(refusal)
  expect(started.map(({ tool, picture }) => ({ tool, picture }))).toEqual([{ tool: 'ffmpeg', picture: true }])
})

test('nothing of a file that was refused stays behind', async () => {
  const { store, left } = await start()
  await expect(store('no picture')).rejects.toMatchObject(refusal)
  expect(await left()).toEqual([])
})

/** Storing a person's photo; what is run for it is noted. */
async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'photo-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const files = openFileStore(dataDir)
  const started: MediaRun[] = []
  const runner = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
  const media = {
    run: (run: MediaRun) => {
      started.push(run)
      return runner.run(run)
    },
  }
  const jobs = { enqueue: () => Promise.reject(new Error('nothing is stored')) }
  const deps = { db, files, media, jobs, newId: () => 'photo' }
  return {
    started,
    store: (content: string) => storePhoto(deps, 'user', new Blob([Buffer.from(content, 'latin1')]).stream()),
    left: async () =>
      (await readdir(dataDir, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
  }
}
