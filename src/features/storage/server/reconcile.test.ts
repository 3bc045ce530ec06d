import { utimes, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { diskPath, storeContent } from '../../../../tests/support/files.ts'
import { testProduct } from '../../../../tests/support/product.ts'
import { keeper, storeExport, storeVideo, passUndoPeriod } from '../../../../tests/support/storage.ts'
import type { Findings } from './reconcile.ts'

const site = await testProduct()
const { db, product } = site
const ada = await keeper(site, 'ada')

test('a sound store has the same bytes as the rows', async () => {
  const video = await storeVideo(site, ada, { bytes: 4_000 })
  await storeExport(site, video, 1_000)
  const removed = await storeVideo(site, ada, { bytes: 300 })
  await ada.call('storage/remove', { files: [{ kind: 'video', id: removed }] })
  expect(await compare()).toMatchObject({
    drift: 0,
    // Both videos have 64 bytes of peaks; the trash still counts.
    findings: { rowsBytes: 5_428, filesBytes: 5_428, unmeasuredBytes: 0, youngBytes: 0 },
  })
})

test('names files without rows, rows without files and wrong sizes, and deletes nothing', async () => {
  const [gone, cut] = [await storeVideo(site, ada, { bytes: 2_000 }), await storeVideo(site, ada, { bytes: 3_000 })]
  await product.files.remove(`projects/${gone}/source`)
  await writeFile(diskPath(product.dataDir, `projects/${cut}/source`), 'short')
  await storeContent(product.files, 'projects/nobody/source', 'a stray')
  await utimes(diskPath(product.dataDir, 'projects/nobody/source'), new Date(0), new Date(0))
  await storeContent(product.files, 'projects/begun/source', 'work under way')

  const { drift, findings } = await compare()
  expect(drift).toBe(3)
  expect(findings).toMatchObject({
    filesWithoutRows: { count: 1, bytes: 7, keys: ['projects/nobody/source'] },
    rowsWithoutFiles: { count: 1, bytes: 2_000, keys: [`projects/${gone}/source`] },
    otherSizes: { count: 1, bytes: 5, keys: [`projects/${cut}/source`] },
    youngBytes: 14,
  })
  expect(findings.rowsBytes - findings.filesBytes).toBe(2_000 + 3_000 - 5)
  expect(await product.files.stat('projects/nobody/source')).toBeDefined()
})

test('compares once a day, by a job the operator sees', async () => {
  await db.$client.query(`delete from storage_audits; delete from jobs where name = 'storage.reconcile'`)
  await Promise.all([product.maintenance(), product.maintenance(), product.maintenance()])
  await passUndoPeriod(site)
  const { rows: compared } = await db.$client.query<{ day: string }>(
    'select day::text from storage_audits where finished_at is not null order by day',
  )
  const { rows: jobs } = await db.$client.query(
    `select subject_id, state from jobs where name = 'storage.reconcile' order by subject_id`,
  )
  // Two days if midnight passes.
  expect([1, 2]).toContain(compared.length)
  expect(jobs).toEqual(compared.map(({ day }) => ({ subject_id: `storage:${day}`, state: 'done' })))
})

/** Runs the daily comparison and returns what the operator reads. */
async function compare(): Promise<{ drift: number; findings: Findings }> {
  await db.$client.query('delete from storage_audits')
  const removed = await db.$client.query<{ id: string }>(
    'update projects set removed_at = now() where removed_at is not null returning id',
  )
  // The trash stays: only the comparison is due.
  expect(removed.rowCount).toBeLessThanOrEqual(1)
  await passUndoPeriod(site, { undo: false })
  const { rows } = await db.$client.query<{ drift: number; findings: Findings }>(
    'select drift, findings from storage_audits',
  )
  const [audit] = rows
  if (audit === undefined) throw new Error('nothing was compared')
  return audit
}
