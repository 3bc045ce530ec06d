import { listUserIds } from '#features/accounts/server/index.ts'
import { copyDatabase } from '#platform/server/database/copy.ts'
import type { Db } from '#platform/server/db.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { isInUse } from './site-database.ts'
import { forgetMove, readMove, recordMove } from './stray-database.ts'

/** A move between the embedded database of a data folder and another one. Both have our tables. */
export type Move = {
  readonly dataDir: string
  /** The embedded database. */
  readonly own: Db
  readonly other: Db
  /** The other database without user and password, for messages. */
  readonly address: string
  say(line: string): void
}

/** Copies the embedded database to the other one and marks it as out of date. @throws Error with one sentence */
export async function moveTo({ dataDir, own, other, address, say }: Move): Promise<void> {
  const moved = await readMove(dataDir)
  if (moved !== undefined)
    throw new Error(`The database moved to ${moved.to} before. To bring it back: bin/database move-back URL`)
  const known = new Set(await listUserIds(own))
  if ((await listUserIds(other)).some((id) => !known.has(id)))
    throw new Error(`${address} holds another site. Choose an empty database. Nothing was changed.`)
  await copy({ source: own, target: other, say })
  await recordMove(dataDir, address)
  say(`Now set DATABASE_URL to this address, everywhere ${PRODUCT_NAME} runs, and start it.`)
}

/** Copies the other database into the embedded one. @throws Error with one sentence */
export async function moveBack({ dataDir, own, other, address, say }: Move): Promise<void> {
  // Without the note, the embedded database is not an old copy: it may be newer than the other one.
  if ((await readMove(dataDir)) === undefined && (await listUserIds(own)).length > 0)
    throw new Error(`The embedded database is the current one of this site. Nothing was changed.`)
  await copy({ source: other, target: own, say })
  await forgetMove(dataDir)
  say(`Now remove DATABASE_URL and start ${PRODUCT_NAME}. ${address} holds an old copy.`)
}

/**
 * Refuses a database that a running product uses: its next writes would be lost. Call it before anything else of this
 * process connects.
 * @throws Error with one sentence
 */
export async function refuseRunningProduct(db: Db, address: string): Promise<void> {
  if (await isInUse(db))
    throw new Error(`${PRODUCT_NAME} runs with the database at ${address}. Stop it everywhere first.`)
}

async function copy({ source, target, say }: { source: Db; target: Db; say: Move['say'] }): Promise<void> {
  const { tables, rows } = await copyDatabase({ source, target, progress: (table) => say(`  ${table}`) })
  say(`Copied and compared ${formatNumber(rows)} rows in ${tables} tables.`)
}
