import { expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { openDatabase } from '../db.ts'
import { eraseFiles, withoutErasures } from './erase-files.ts'
import { outageOf } from '../outages.ts'
import { queryRow } from '../rows.ts'
import { z } from 'zod'

const { db, url } = await testDatabase()

test('erases nothing while a backup runs, as in an outage, and everything after it', async () => {
  const { files, erased } = store()
  await withoutErasures(db, async () => {
    const refused: unknown = await eraseFiles({ db, files }, 'projects/1').catch((error: unknown) => error)
    expect(outageOf(refused)?.sentence).toBe('A backup is being made. Try again in a few minutes.')
  })
  expect(erased).toEqual([])
  await eraseFiles({ db, files }, 'projects/1')
  expect(erased).toEqual(['projects/1'])
})

test('a backup waits for a running erasure, and refuses a second backup', async () => {
  const { promise: removed, resolve: finish } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const order: string[] = []
  const files = {
    async remove() {
      begin()
      await removed
      order.push('erased')
    },
  }
  const erasing = eraseFiles({ db, files }, 'projects/1')
  await begun
  const backingUp = withoutErasures(db, async () => {
    order.push('backup')
    await expect(withoutErasures(db, async () => undefined)).rejects.toThrow('Another backup of this site is running.')
  })
  finish()
  await Promise.all([erasing, backingUp])
  expect(order).toEqual(['erased', 'backup'])
})

test('files are erased again when the process of a backup dies', async () => {
  const { files, erased } = store()
  const dying = openDatabase(url, { max: 1 })
  const { promise: begun, resolve: begin } = Promise.withResolvers<number>()
  const backingUp = withoutErasures(dying, async (held) => {
    begin((await queryRow(held, z.object({ pid: z.int() }), 'select pg_backend_pid() as pid')).pid)
    await new Promise(() => undefined)
  })
  void backingUp.catch(() => undefined)
  await db.$client.query('select pg_terminate_backend($1)', [await begun])
  await expect.poll(() => eraseFiles({ db, files }, 'projects/1').then(() => erased)).toEqual(['projects/1'])
})

function store() {
  const erased: string[] = []
  return { erased, files: { remove: async (key: string) => void erased.push(key) } }
}
