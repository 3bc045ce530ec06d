import { randomBytes, randomUUID } from 'node:crypto'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { until } from '../drills/children.ts'
import { storeContent } from './files.ts'
import type { testProduct } from './product.ts'
import { probeOf } from './exports.ts'

type TestProduct = Awaited<ReturnType<typeof testProduct>>

/** A user with an account, and the calls they can make. */
export type Keeper = Awaited<ReturnType<typeof keeper>>

/** Signs up a user. @param plan default free */
export async function keeper({ db, browser }: TestProduct, name: string, plan = 'free') {
  const person = browser()
  const email = `${name}@example.com`
  await person.signUp({ email })
  const { rows } = await db.$client.query<{ id: string }>('update users set plan = $2 where email = $1 returning id', [
    email,
    plan,
  ])
  return { ...person, email, id: rows[0]?.id ?? '' }
}

/**
 * Stores a prepared video of a user's in the store and the database.
 * @param o.createdAt default: 30 days before it expires, or now
 * @returns its id
 */
export async function storeVideo(
  { db, product }: TestProduct,
  owner: Pick<Keeper, 'id'>,
  o: { title?: string; bytes?: number; expiresAt?: Date | null; createdAt?: Date } = {},
): Promise<string> {
  const { title = 'Talk', bytes = 1_000, expiresAt = null } = o
  const id = randomUUID()
  const { createdAt = expiresAt === null ? new Date() : new Date(expiresAt.getTime() - 30 * DAY_MS) } = o
  const { sha256 } = await storeContent(product.files, `projects/${id}/source`, randomBytes(bytes))
  const peaks = await storeContent(product.files, `projects/${id}/peaks.bin`, randomBytes(64))
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe, assets, asset_bytes, expires_at, created_at)
     values ($1, $2, $3, 'prepared', $4, $5, $6, '{peaks}', $7, $8, $9)`,
    [
      id,
      owner.id,
      title,
      bytes,
      sha256,
      JSON.stringify(probeOf()),
      JSON.stringify({ 'peaks.bin': peaks.sizeBytes }),
      expiresAt,
      createdAt,
    ],
  )
  return id
}

const DAY_MS = 86_400_000

/** Stores a finished export of a video in the store and the database. @returns its id */
export async function storeExport({ db, product }: TestProduct, projectId: string, bytes = 500): Promise<string> {
  const id = randomUUID()
  const { sha256 } = await storeContent(
    product.files,
    `projects/${projectId}/renders/${id}/video.mp4`,
    randomBytes(bytes),
  )
  await db.$client.query(
    `insert into renders (id, project_id, owner_id, quality, revision, state, size_bytes, sha256, finished_at)
     select $1, id, owner_id, 'standard', 1, 'done', $3, $4, now() from projects where id = $2`,
    [id, projectId, bytes, sha256],
  )
  return id
}

/** Ages trash past the undo period unless `undo` is false, then runs maintenance and all due jobs. */
export async function passUndoPeriod(site: TestProduct, { undo = true } = {}): Promise<void> {
  for (const table of undo ? ['projects', 'renders'] : [])
    await site.db.$client.query(`update ${table} set removed_at = removed_at - interval '1 hour'`)
  await site.product.maintenance()
  await runJobs(site, ['media.erase', 'rendering.erase', 'storage.reconcile'])
}

/** Runs all queued jobs of these kinds. */
export async function runJobs({ db, databaseUrl, product }: TestProduct, names: readonly string[]): Promise<void> {
  const worker = await startWorker({
    db,
    url: databaseUrl,
    jobs: product.work.filter(({ name }) => names.includes(name)),
    concurrency: 4,
    log: silentLog(),
  })
  await until('the jobs are done', async () => {
    const { rowCount } = await db.$client.query('select 1 from jobs where finished_at is null and name = any($1)', [
      names,
    ])
    return rowCount === 0 ? true : undefined
  })
  await worker.stop()
}

/** Every key in the store with its size. */
export async function filesIn({ product }: Pick<TestProduct, 'product'>): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for await (const { key, sizeBytes } of product.files.list('')) found.set(key, sizeBytes)
  return found
}
