import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isEmptyDatabase } from '#platform/server/database/copy.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { hasCluster } from '#platform/server/database/postgres.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { openFiles } from './file-store.ts'

const Moved = z.object({ to: z.string(), at: z.iso.datetime() })

/**
 * Refuses to begin an empty database beside the data of a site: the site would look lost.
 * @throws Error that says what to do
 */
export async function refuseEmptyDatabase(env: Env, db: Db): Promise<void> {
  if (!(await isEmptyDatabase(db))) return
  const left = await whatIsLeft(env)
  if (left === undefined) return
  throw new Error(
    `The database at DATABASE_URL is empty, but there is ${left}. Nothing was changed. Correct DATABASE_URL; or, to move the site to this database: bin/database move-to URL`,
  )
}

/**
 * Refuses to use or create the embedded database when the site's data is elsewhere.
 * @throws Error that says what to do
 */
export async function refuseStaleCluster(env: Env): Promise<void> {
  const moved = await readMove(env.DATA_DIR)
  if (moved !== undefined)
    throw new Error(
      `The database moved to ${moved.to} on ${moved.at.slice(0, 10)}. Set DATABASE_URL to it; or bring it back: bin/database move-back URL`,
    )
  if ((await hasCluster(env.DATA_DIR)) || !(await hasFiles(env))) return
  throw new Error(
    `There are files of a site, but no database in ${resolve(env.DATA_DIR)}. Set DATABASE_URL if the site has its own database; otherwise restore DATA_DIR from a backup (docs/self-hosting.md, Backups).`,
  )
}

/** Refuses a command on a site that is not here. @throws Error that says what to do */
export async function requireSite(env: Env): Promise<void> {
  if (env.DATABASE_URL !== undefined) return
  await refuseStaleCluster(env)
  if (!(await hasCluster(env.DATA_DIR)))
    throw new Error(`There is no site in ${resolve(env.DATA_DIR)}. Set DATA_DIR and DATABASE_URL as for bin/start.`)
}

/** Where the embedded database was moved to, without the password, and when; undefined if it was not. */
export async function readMove(dataDir: string): Promise<z.output<typeof Moved> | undefined> {
  const file = markerOf(dataDir)
  return existsSync(file) ? Moved.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined
}

/** Remembers that the embedded database is out of date. */
export async function recordMove(dataDir: string, to: string): Promise<void> {
  await writeFile(markerOf(dataDir), JSON.stringify({ to, at: new Date().toISOString() }))
}

/** Makes the embedded database the current one again. */
export async function forgetMove(dataDir: string): Promise<void> {
  await rm(markerOf(dataDir), { force: true })
}

function markerOf(dataDir: string): string {
  return join(resolve(dataDir), 'database-moved.json')
}

async function whatIsLeft(env: Env): Promise<string | undefined> {
  const moved = await readMove(env.DATA_DIR)
  if (moved !== undefined) return `a note that the database is at ${moved.to}`
  if (await hasCluster(env.DATA_DIR)) return `a ${PRODUCT_NAME} database in ${resolve(env.DATA_DIR)}`
  return (await hasFiles(env)) ? 'a store with files of a site' : undefined
}

async function hasFiles(env: Env): Promise<boolean> {
  const files = await openFiles(env)
  for await (const _ of files.list('')) return true
  return false
}
