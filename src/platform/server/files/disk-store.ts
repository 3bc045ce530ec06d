import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type Db, transaction } from '../db.ts'
import { isMissing } from './local.ts'
import { execute, findRow } from '../rows.ts'

const DiskStore = z.object({ id: z.string() })

/**
 * Makes sure that this machine keeps its files where the other machines of the same database do: a marker file in the
 * data folder has the id that the database knows. The first start creates both.
 * @throws Error for the operator when this is another folder
 */
export async function claimDiskStore(db: Db, dataDir: string): Promise<void> {
  const marker = join(resolve(dataDir), 'store-id')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await transaction(db, async (tx) => {
    // Of two machines that start first, one waits and then finds the other's id.
    await execute(tx, 'lock table disk_store in exclusive mode')
    const known = await findRow(tx, DiskStore, 'select id from disk_store')
    const found = await readMarker(marker)
    if (known === undefined) {
      const id = found ?? randomUUID()
      await writeMarker(marker, id)
      await execute(tx, 'insert into disk_store (id) values ($1::uuid)', [id])
    } else if (known.id !== found) throw new Error(describeOtherFolder({ dataDir, marker, id: known.id }))
  })
}

/** Marks a folder with restored files as that of its restored database. */
export async function markDiskStore(db: Db, dataDir: string): Promise<void> {
  const known = await findRow(db, DiskStore, 'select id from disk_store')
  if (known !== undefined) await writeMarker(join(resolve(dataDir), 'store-id'), known.id)
}

function writeMarker(path: string, id: string): Promise<void> {
  return writeFile(path, `${id}\n`, { mode: 0o600 })
}

async function readMarker(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function describeOtherFolder(o: { dataDir: string; marker: string; id: string }): string {
  return `This database belongs to files in another folder than ${resolve(o.dataDir)}, so videos would be missing here. Use one shared folder as DATA_DIR on every machine, or a bucket (FILE_STORE=s3). If you moved the files here yourself, write ${o.id} into ${o.marker} and start again.`
}
