import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, testDatabase } from '../../../tests/support/database.ts'
import { listUserIds } from '#features/accounts/server/index.ts'
import { closeDatabase, type Db, openDatabase } from '#platform/server/db.ts'
import { installQueueSchema } from '#platform/server/jobs/boss.ts'
import { execute } from '#platform/server/rows.ts'
import { moveBack, moveTo, refuseRunningProduct } from './move-database.ts'
import { readMove } from './stray-database.ts'

const own = await testDatabase()
const other = await testDatabase()
await installQueueSchema(own.url)
await installQueueSchema(other.url)

test('moves a site there and back once, and keeps the newer database whatever is repeated', async () => {
  const { move, said } = await start()
  const ada = await addUser(own.db)
  await moveTo(move)
  expect(await readMove(move.dataDir)).toMatchObject({ to: 'db.example:5432/site' })
  await expect(moveTo(move)).rejects.toThrow('The database moved to db.example:5432/site before.')
  const bob = await addUser(other.db)
  await moveBack(move)
  expect((await listUserIds(own.db)).toSorted()).toEqual([ada, bob].toSorted())
  expect(said.at(-1)).toMatch(/^Now remove DATABASE_URL/u)
  await addUser(own.db)
  await expect(moveBack(move)).rejects.toThrow('The embedded database is the current one of this site.')
  expect(await listUserIds(own.db)).toHaveLength(3)
})

test('refuses to overwrite another site', async () => {
  const { move } = await start()
  const stranger = await addUser(other.db)
  await expect(moveTo(move)).rejects.toThrow('db.example:5432/site holds another site.')
  expect(await listUserIds(other.db)).toContain(stranger)
  expect(await readMove(move.dataDir)).toBeUndefined()
})

test('refuses a database that a running product uses', async () => {
  const url = await emptyDatabase()
  const mover = openDatabase(url, { max: 1 })
  const product = openDatabase(url, { max: 1 })
  onTestFinished(() => closeDatabase(mover))
  await execute(product, 'select 1')
  await expect(refuseRunningProduct(mover, 'db.example/site')).rejects.toThrow('runs with the database at db.example')
  await closeDatabase(product)
  await expect.poll(() => refuseRunningProduct(mover, 'db.example/site').then(() => 'free')).toBe('free')
})

async function addUser(db: Db): Promise<string> {
  const id = randomUUID()
  await execute(db, 'insert into users (id, email) values ($1::uuid, $2)', [id, `${id}@example.com`])
  return id
}

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'move-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const said: string[] = []
  const move = {
    dataDir,
    own: own.db,
    other: other.db,
    address: 'db.example:5432/site',
    say: (line: string) => said.push(line),
  }
  return { said, move }
}
