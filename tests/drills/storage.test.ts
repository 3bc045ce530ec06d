import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Storage } from '#features/storage/model/index.ts'
import { testProduct } from '../support/product.ts'
import { startS3 } from '../support/s3-server.ts'
import { filesIn, keeper, type Keeper, storeExport, passUndoPeriod } from '../support/storage.ts'

/** The number of steps; `STORAGE_DRILL=500` for the long run. */
const STEPS = Number(process.env['STORAGE_DRILL'] ?? 50)
const SEED = Number(process.env['STORAGE_DRILL_SEED'] ?? 4_870)

const s3 = await startS3()
afterAll(() => s3.stop())
const bucket = await s3.bucket()

/** The file stores, each with its settings. */
const STORES: readonly { name: string; settings: Record<string, string> }[] = [
  { name: 'the local disk', settings: {} },
  {
    name: 'a bucket',
    settings: {
      FILE_STORE: 's3',
      S3_BUCKET: bucket.bucket,
      S3_ENDPOINT: bucket.endpoint,
      S3_FORCE_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
  },
]

for (const { name, settings } of STORES) {
  const site = await testProduct({ settings })
  const people = [await keeper(site, 'ada', 'pro'), await keeper(site, 'bob', 'premium')]

  test(
    `the database’s sums match the bytes on ${name} after ${STEPS} random steps`,
    { timeout: 30_000 + STEPS * 1_000 },
    async () => {
      const random = randomNumbers(SEED)
      const removed: { person: Keeper; files: object[] }[] = []
      const happened: Record<string, number> = {}
      for (let step = 0; step < STEPS; step += 1) {
        const person = pick(random, people)
        if (person === undefined) throw new Error('nobody is there')
        const what = await happen(site, { person, random, removed })
        happened[what] = (happened[what] ?? 0) + 1
        if (step % 20 === 19) await expectSums(site, people, `after step ${step}, seed ${SEED}`)
      }
      await passUndoPeriod(site)
      await expectSums(site, people, `at the end, seed ${SEED}`)
      expect(await driftOf(site)).toBe(0)
      expect(Object.keys(happened).toSorted(), JSON.stringify(happened)).toEqual([
        'delete',
        'erase',
        'export',
        'undo',
        'upload',
      ])
      for (const { files, person } of removed) for (const file of files) await expectGone(person, file)
    },
  )
}

/** The findings of the nightly audit. */
async function driftOf(site: Site): Promise<number | undefined> {
  await site.db.$client.query('delete from storage_audits')
  await passUndoPeriod(site)
  const { rows } = await site.db.$client.query<{ drift: number }>('select drift from storage_audits')
  return rows[0]?.drift
}

type Site = Awaited<ReturnType<typeof testProduct>>
type StepContext = { person: Keeper; random: () => number; removed: { person: Keeper; files: object[] }[] }

/** Runs one step, by a user or by time. @returns its name */
async function happen(site: Site, { person, random, removed }: StepContext): Promise<string> {
  const { files } = await listOf(person)
  const video = pick(
    random,
    files.filter(({ kind }) => kind === 'video'),
  )
  const dice = random()
  if (dice < 0.35 || video === undefined) {
    await upload(person, 1 + Math.floor(random() * 40_000))
    return 'upload'
  }
  if (dice < 0.6) {
    await storeExport(site, video.id, 1 + Math.floor(random() * 20_000))
    return 'export'
  }
  if (dice < 0.8) {
    const chosen = files.filter(() => random() < 0.3).map(({ kind, id }) => ({ kind, id }))
    const gone = chosen.length > 0 ? chosen : [{ kind: video.kind, id: video.id }]
    expect((await person.call('storage/remove', { files: gone })).status).toBe(200)
    removed.push({ person, files: gone })
    return 'delete'
  }
  if (dice < 0.96) {
    const last = removed.pop()
    if (last !== undefined) expect((await last.person.call('storage/restore', { files: last.files })).status).toBe(200)
    return 'undo'
  }
  await passUndoPeriod(site)
  for (const { files: gone, person: whose } of removed.splice(0)) for (const file of gone) await expectGone(whose, file)
  return 'erase'
}

/** Uploads a whole video by tus, which then waits for its check. */
async function upload(person: Keeper, bytes: number): Promise<void> {
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await person.send('/api/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes), 'upload-metadata': 'filename Y2xpcC5tcDQ=' },
  })
  expect(begun.status, begun.text).toBe(201)
  const sent = await person.send(begun.headers.get('location') ?? '', {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    bytes: randomBytes(bytes),
  })
  expect(sent.status, sent.text).toBe(204)
}

/** Expects the API, the rows and the store to agree. */
async function expectSums(site: Site, people: readonly Keeper[], when: string): Promise<void> {
  const files = await filesIn(site)
  const inStore = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
  const { rows } = await site.db.$client.query<{ bytes: string }>(
    `select (select coalesce(sum(size_bytes), 0) from projects where stage not in ('uploading', 'refused'))
       + (select coalesce(sum(size_bytes), 0) from renders where state = 'done') as bytes`,
  )
  expect(Number(rows[0]?.bytes), when).toBe(inStore)
  const folder = join(site.product.dataDir, 'files')
  if (existsSync(folder)) expect(await bytesUnder(folder), `${when}: by the disk itself`).toBe(inStore)

  const told = await Promise.all(people.map(listOf))
  const hidden = await site.db.$client.query<{ bytes: string }>(
    `select (select coalesce(sum(size_bytes), 0) from projects where removed_at is not null)
       + (select coalesce(sum(r.size_bytes), 0) from renders r join projects p on p.id = r.project_id
          where r.removed_at is not null or p.removed_at is not null) as bytes`,
  )
  const kept = told.reduce((sum, { usedBytes }) => sum + usedBytes, 0)
  expect(kept + Number(hidden.rows[0]?.bytes), `${when}: what people are told`).toBe(inStore)
}

async function bytesUnder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}

async function expectGone(person: Keeper, file: object): Promise<void> {
  expect((await person.call('storage/restore', { files: [file] })).status).toBe(404)
}

async function listOf(person: Keeper): Promise<Storage> {
  return (await person.call('storage/list')).output as Storage
}

function pick<T>(random: () => number, all: readonly T[]): T | undefined {
  return all[Math.floor(random() * all.length)]
}

/** Random numbers in [0, 1) from a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
