import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { claimDiskStore } from './disk-store.ts'
import { execute } from '../rows.ts'

const { db } = await testDatabase()

test('accepts the folder of the first start again, and no other one', async () => {
  const { first, second } = await start()
  await claimDiskStore(db, first)
  await claimDiskStore(db, first)
  await expect(claimDiskStore(db, second)).rejects.toThrow(
    `This database belongs to files in another folder than ${second}`,
  )
  await expect(readFile(join(second, 'store-id'))).rejects.toThrow('ENOENT')
})

test('accepts a folder to which the operator moved the files, once its marker says so', async () => {
  const { first, second } = await start()
  await claimDiskStore(db, first)
  await writeFile(join(second, 'store-id'), await readFile(join(first, 'store-id')))
  await claimDiskStore(db, second)
})

test('lets one of two machines with separate folders start at the same moment', async () => {
  const { first, second } = await start()
  const ends = await Promise.allSettled([claimDiskStore(db, first), claimDiskStore(db, second)])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

/** Two data folders of a database that knows neither. */
async function start() {
  await execute(db, 'delete from disk_store')
  const [first, second] = [await folder(), await folder()]
  return { first, second }
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'disk-store-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
