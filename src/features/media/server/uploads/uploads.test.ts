import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { filesUnder, testMedia } from '../../../../../tests/support/media.ts'
import { beginUpload, sendBytes } from '../../../../../tests/support/tus.ts'
import type { MediaDeps } from '../deps.ts'
import { openMedia } from '../index.ts'
import { findProject, type StoredProject } from '../projects.ts'
import { runMaintenance } from '../maintenance.ts'
import { openUploads } from './uploads.ts'
import { openEarlyUploads } from '../early-sound/uploads-early.ts'

let now = new Date('2026-11-20T12:00:00Z')
// Without a worker: a finished upload stays in `checking`.
const lab = await testMedia(await testDatabase(), { worker: false, now: () => now })
/** The dependencies of a second web server on the same folder. */
const deps: MediaDeps = {
  ...lab,
  newId: randomUUID,
  now: () => now,
  onRemoved: async () => undefined,
  onDuplicated: async () => undefined,
  onTransferred: async () => undefined,
  mail: { send: async () => undefined },
  publicUrl: 'https://wordpop.example',
  claimRoom: async () => undefined,
  retentionOf: async () => null,
}
const ada = lab.as('ada')
const eve = lab.as('eve')
const tus = { 'tus-resumable': '1.0.0' }

test('an upload in two parts arrives whole, hashed, recorded and queued for checking', async () => {
  const { location, id, bytes } = await begun(300_000)
  expect((await sendBytes(ada, location, 0, bytes.subarray(0, 100_000))).status).toBe(204)
  expect(await offsetOf(location)).toBe(100_000)
  expect(await view(id)).toMatchObject({ stage: 'uploading', progress: 1 / 3, title: 'clip' })
  expect((await sendBytes(ada, location, 100_000, bytes.subarray(100_000))).status).toBe(204)

  expect(await findProject(lab.db, id)).toMatchObject({ stage: 'checking', sizeBytes: 300_000, sha256: sha256(bytes) })
  expect(await readFile(lab.pathOf(`projects/${id}/source`))).toEqual(Buffer.from(bytes))
  expect(await lab.jobs.bySubject(lab.db, 'media.check', id)).toMatchObject({ state: 'queued', ownerId: 'ada' })
  expect((await readdir(lab.uploadsDir)).filter((name) => name.startsWith(id))).toEqual([])
})

test('a client that missed the last response learns that everything arrived', async () => {
  const { location, bytes } = await begun(1_000)
  await sendBytes(ada, location, 0, bytes)
  expect(await offsetOf(location)).toBe(1_000)
  expect((await sendBytes(ada, location, 1_000, new Uint8Array(0))).status).toBe(409)
  expect((await ada(location, { method: 'DELETE', headers: tus })).status).toBe(409)
})

test('an upload whose server died after the last byte is finished by the next request', async () => {
  const { location, id, bytes } = await begun(1_000)
  await writeFile(join(lab.uploadsDir, id), bytes)
  expect(await offsetOf(location)).toBe(1_000)
  expect(await findProject(lab.db, id)).toMatchObject({ stage: 'checking', sha256: sha256(bytes) })
})

test('… or by maintenance without a request, even if the file was already moved', async () => {
  const { id, bytes } = await begun(1_000)
  await writeFile(join(lab.uploadsDir, id), bytes)
  const moved = await begun(2_000)
  await writeFile(join(lab.uploadsDir, moved.id), moved.bytes)
  await lab.files.adopt(join(lab.uploadsDir, moved.id), `projects/${moved.id}/source`)
  await lab.feature.maintenance()
  expect(await findProject(lab.db, id)).toMatchObject({ stage: 'checking' })
  expect(await findProject(lab.db, moved.id)).toMatchObject({ stage: 'checking', sha256: sha256(moved.bytes) })
})

test('… and one that cannot be finished does not block the others', async () => {
  const [broken, whole] = [await begun(1_000), await begun(1_000)]
  for (const { id, bytes } of [broken, whole]) await writeFile(join(lab.uploadsDir, id), bytes)
  const adopt: typeof lab.files.adopt = async (path, key) => {
    if (path.includes(broken.id)) throw new Error('EIO: i/o error, read')
    return lab.files.adopt(path, key)
  }
  const logged: unknown[] = []
  const log = Object.assign(Object.create(lab.log), { error: (about: unknown) => logged.push(about) })
  const other = { ...deps, log, files: { ...lab.files, adopt } }
  await runMaintenance(other, openUploads(other), openEarlyUploads(other))
  expect(await stored(whole.id)).toMatchObject({ stage: 'checking' })
  expect(await stored(broken.id)).toMatchObject({ stage: 'uploading' })
  expect(logged).toEqual([{ projectId: broken.id, err: new Error('EIO: i/o error, read') }])
  await rm(join(lab.uploadsDir, broken.id))
})

test('an upload leaves nothing behind, whenever its server dies', async () => {
  const { id, bytes } = await begun(1_000)
  await writeFile(join(lab.uploadsDir, id), bytes)
  const lying: string[] = []
  const enqueue: typeof lab.jobs.enqueue = async (...asked) => {
    lying.push(...(await readdir(lab.uploadsDir)).filter((name) => name.startsWith(id)))
    return lab.jobs.enqueue(...asked)
  }
  await openUploads({ ...deps, jobs: { ...lab.jobs, enqueue } }).finishIfComplete(await stored(id))
  expect(await stored(id)).toMatchObject({ stage: 'checking' })
  expect(lying).toEqual([])
})

test('concurrent completions happen once', async () => {
  const { location, id, bytes } = await begun(1_000_000)
  await writeFile(join(lab.uploadsDir, id), bytes)
  expect(await Promise.all(Array.from({ length: 8 }, () => offsetOf(location)))).toEqual(
    Array.from({ length: 8 }, () => 1_000_000),
  )
  const { rows } = await lab.db.$client.query('select 1 from jobs where subject_id = $1', [id])
  expect(rows).toHaveLength(1)
})

test('only the owner sees, continues or ends an upload', async () => {
  const { location, id, bytes } = await begun(1_000)
  const nobody = lab.as(null)
  for (const [send, status] of [
    [eve, 404],
    [nobody, 401],
  ] as const) {
    expect((await send(location, { method: 'HEAD', headers: tus })).status).toBe(status)
    expect((await sendBytes(send, location, 0, bytes)).status).toBe(status)
    expect((await send(location, { method: 'DELETE', headers: tus })).status).toBe(status)
  }
  expect((await beginUpload(nobody, 10)).status).toBe(401)
  expect(await findProject(lab.db, id)).toMatchObject({ stage: 'uploading', ownerId: 'ada' })
  expect(await offsetOf(location)).toBe(0)
})

test.each(['not-an-id', '..%2F..%2Fetc%2Fpasswd', '%00', '3f2b8a52-0000-4000-8000-000000000000'])(
  'finds no upload %s',
  async (id) => {
    expect((await ada(`/api/uploads/${id}`, { method: 'HEAD', headers: tus })).status).toBe(404)
  },
)

test('refuses a file above the plan before its first byte, with limit, value and advice', async () => {
  const refused = await beginUpload(ada, 612_000_000)
  expect(refused.status).toBe(413)
  expect(await refused.json()).toEqual({
    error: {
      code: 'too_large',
      message: 'This file is 612 MB; the free plan takes up to 50 MB. Make it smaller or choose a larger plan.',
      details: { limit: 50_000_000, value: 612_000_000 },
    },
  })
})

test('refuses more bytes than announced', async () => {
  const { location } = await begun(1_000)
  const tooMuch = new Uint8Array(2_000)
  expect((await sendBytes(ada, location, 0, tooMuch, { 'content-length': '2000' })).status).toBe(413)
  expect(await offsetOf(location)).toBe(0)
  // Chunked, so that the length is unknown.
  const refused = await sendBytes(ada, location, 0, tooMuch)
  expect([refused.status, await refused.text()]).toEqual([413, 'Maximum size exceeded\n'])
  expect(await offsetOf(location)).toBe(0)
})

test('refuses an empty file and stores nothing', async () => {
  const before = await count()
  const refused = await beginUpload(ada, 0)
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { error: { message: 'This file is empty. Choose the video again and upload it.' } },
  ])
  expect(await count()).toBe(before)
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\videos\\beach.MOV', 'beach'],
  ['a\0b.mp4', 'a b'],
  ['\u202Egpj.elif\u202C', 'gpj.elif'],
  ['..', 'Untitled video'],
  ['', 'Untitled video'],
  ['<script>alert(1)</script>.mp4', 'script>'],
  ['🎬 日本語.webm', '🎬 日本語'],
])('turns the name %j into the title %j', async (name, title) => {
  const { id } = await begun(10, name)
  expect((await findProject(lab.db, id))?.title).toBe(title)
  expect((await readdir(lab.uploadsDir)).filter((file) => file.startsWith(id)).toSorted()).toEqual([id, `${id}.json`])
  await call(lab.feature.procedures.remove, { projectId: id }, lab.context('ada'))
})

test('truncates a name of 4,000 bytes to 200 characters', async () => {
  const { id } = await begun(10, `${'ü'.repeat(1_998)}.mp4`)
  expect((await findProject(lab.db, id))?.title).toBe('ü'.repeat(200))
})

test('refuses a name that is far too long', async () => {
  expect((await beginUpload(ada, 10, 'x'.repeat(9_000))).status).toBe(422)
})

test('cancelling an upload removes its bytes and its project', async () => {
  const { location, id, bytes } = await begun(1_000)
  await sendBytes(ada, location, 0, bytes.subarray(0, 500))
  expect((await ada(location, { method: 'DELETE', headers: tus })).status).toBe(204)
  expect(await findProject(lab.db, id)).toBeUndefined()
  expect(lab.removed.map((project) => project.id)).toContain(id)
  expect((await filesUnder(lab.dataDir)).filter((path) => path.includes(id))).toEqual([])
})

test('cancelling an upload while its last bytes are being processed is no defect', async () => {
  const { location, id, bytes } = await begun(1_000)
  await writeFile(join(lab.uploadsDir, id), bytes)
  const adopt: typeof lab.files.adopt = async (...asked) => {
    expect((await ada(location, { method: 'DELETE', headers: tus })).status).toBe(204)
    return lab.files.adopt(...asked)
  }
  const ending = openUploads({ ...deps, files: { ...lab.files, adopt } }).finishIfComplete(await stored(id))
  await expect(ending).rejects.toMatchObject({ code: 'not_found', message: 'Project not found' })
  expect(await findProject(lab.db, id)).toBeUndefined()
  expect((await filesUnder(lab.dataDir)).filter((path) => path.includes(id))).toEqual([])
})

test('discards an upload untouched for a week and keeps a younger one', async () => {
  const old = await begun(1_000)
  const young = await begun(1_000)
  const week = 7 * 86_400_000
  await utimes(
    join(lab.uploadsDir, old.id),
    new Date(now.getTime() - week - 1_000),
    new Date(now.getTime() - week - 1_000),
  )
  await utimes(join(lab.uploadsDir, young.id), now, new Date(now.getTime() - week + 60_000))
  await lab.feature.maintenance()
  expect(await findProject(lab.db, old.id)).toBeUndefined()
  expect(await findProject(lab.db, young.id)).toMatchObject({ stage: 'uploading' })
  expect((await readdir(lab.uploadsDir)).filter((name) => name.startsWith(old.id))).toEqual([])
})

test('keeps an upload whose last bytes arrive during maintenance', async () => {
  const { location, id, bytes } = await begun(1_000)
  await sendBytes(ada, location, 0, bytes.subarray(0, 500))
  const longAgo = new Date(now.getTime() - 8 * 86_400_000)
  await utimes(join(lab.uploadsDir, id), longAgo, longAgo)
  const uploads = openUploads(deps)
  const seeing = {
    ...uploads,
    async received(projectId: string) {
      const seen = await uploads.received(projectId)
      if (projectId === id) await sendBytes(ada, location, 500, bytes.subarray(500))
      return seen
    },
  }
  await runMaintenance(deps, seeing, openEarlyUploads(deps))
  expect(await findProject(lab.db, id)).toMatchObject({ stage: 'checking', sha256: sha256(bytes) })
})

test('discards a project without an upload file after an hour', async () => {
  const { id } = await begun(1_000)
  await rm(join(lab.uploadsDir, id))
  await lab.feature.maintenance()
  expect(await findProject(lab.db, id)).toBeDefined()
  now = new Date(now.getTime() + 3_700_000)
  await lab.feature.maintenance()
  expect(await findProject(lab.db, id)).toBeUndefined()
})

test("leaves uploads in other servers' folders alone for a week", async () => {
  const { id } = await begun(1_000)
  let later = now.getTime() + 6 * 86_400_000
  const other = openMedia({
    ...deps,
    uploadsDir: join(lab.dataDir, 'other'),
    uploadsElsewhere: true,
    now: () => new Date(later),
  })
  await other.maintenance()
  expect(await findProject(lab.db, id)).toBeDefined()
  later += 2 * 86_400_000
  await other.maintenance()
  expect(await findProject(lab.db, id)).toBeUndefined()
})

test('limits an account to twenty unfinished uploads', async () => {
  const hoarder = lab.as('hoarder')
  for (let n = 0; n < 20; n += 1) expect((await beginUpload(hoarder, 10)).status).toBe(201)
  expect((await beginUpload(hoarder, 10)).status).toBe(409)
})

test('counts videos in checking and preparing as unfinished uploads', async () => {
  await lab.db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     select gen_random_uuid(), 'busy', 'Clip', case when n > 10 then 'checking' else 'preparing' end, 1, repeat('0', 64), '{}'
     from generate_series(1, 20) as n`,
  )
  const refused = await beginUpload(lab.as('busy'), 10)
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('You have 20 unfinished uploads. Wait until one is ready, or cancel one.'),
  ])
})

test('only the owner lists, renames and removes a project', async () => {
  const { id } = await begun(10, 'mine.mp4')
  const { list, rename, remove, get } = lab.feature.procedures
  expect((await call(list, undefined, lab.context('ada'))).map((project) => project.id)).toContain(id)
  expect(await call(list, undefined, lab.context('eve'))).toEqual([])
  for (const attempt of [
    () => call(get, { projectId: id }, lab.context('eve')),
    () => call(rename, { projectId: id, title: 'stolen' }, lab.context('eve')),
    () => call(remove, { projectId: id }, lab.context('eve')),
  ]) {
    await expect(attempt()).rejects.toThrow('Project not found')
  }
  expect(await call(rename, { projectId: id, title: ' My \u202Eclip ' }, lab.context('ada'))).toMatchObject({
    title: 'My clip',
  })
})

test('serves a file with ranges to its owner only', async () => {
  const { id, location, bytes } = await begun(1_000)
  await sendBytes(ada, location, 0, bytes)
  const made = join(await lab.files.temporary(), 'preview.mp4')
  await writeFile(made, '0123456789')
  await lab.files.adopt(made, `projects/${id}/preview.mp4`)
  const path = `/api/media/${id}/preview.mp4`

  const part = await ada(path, { headers: { range: 'bytes=2-4' } })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
  const whole = await ada(path)
  expect([whole.status, await whole.text(), whole.headers.get('content-type')]).toEqual([
    200,
    '0123456789',
    'video/mp4',
  ])
  expect(whole.headers.get('cache-control')).toContain('private')
  expect((await ada(path, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })).status).toBe(304)
  expect((await eve(path)).status).toBe(404)
  expect((await lab.as(null)(path)).status).toBe(401)
  // The source and the sound are for the worker, not for the page.
  for (const name of ['source', 'audio.wav', 'poster.jpg', '..%2Fsource'])
    expect((await ada(`/api/media/${id}/${name}`)).status, name).toBe(404)
})

async function begun(length: number, name?: string) {
  const answer = await beginUpload(ada, length, name)
  expect(answer.status).toBe(201)
  const location = answer.headers.get('location') ?? ''
  return { location, id: location.split('/').at(-1) ?? '', bytes: new Uint8Array(randomBytes(length)) }
}

async function offsetOf(location: string): Promise<number> {
  const answer = await ada(location, { method: 'HEAD', headers: tus })
  expect(answer.status).toBe(200)
  return Number(answer.headers.get('upload-offset'))
}

function view(projectId: string) {
  return call(lab.feature.procedures.get, { projectId }, lab.context('ada'))
}

async function stored(projectId: string): Promise<StoredProject> {
  const project = await findProject(lab.db, projectId)
  if (project === undefined) throw new Error('the project vanished')
  return project
}

async function count(): Promise<number> {
  return (await lab.db.$client.query('select id from projects')).rowCount ?? 0
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
