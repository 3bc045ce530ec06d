import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '#platform/server/db.ts'
import { type Events, publishEvent } from '#platform/server/events.ts'
import type { Log } from '#platform/server/log.ts'
import { POLICY_NAMES, type PublishedPolicy } from '../model/index.ts'
import { findPublished } from './policy-rows.ts'
import { readSettings, type StoredSettings } from './settings-rows.ts'

const TOPIC = 'site.settings'
const RETRY_MS = 1_000

/** What operators set: the settings, and the texts that they wrote. */
export type StoredSite = StoredSettings & { readonly policies: readonly PublishedPolicy[] }

/** Announces a new version to every process, on commit. */
export async function announceSettings(tx: Tx): Promise<void> {
  await publishEvent(tx, TOPIC)
}

/**
 * Keeps a process informed of the settings and texts: calls `onChange` with the present ones before it resolves, and with
 * each new version until the events are closed. @returns reads the present ones at once
 */
export async function followSettings(
  o: { db: Db; events: Pick<Events, 'subscribe'>; log: Log },
  onChange: (stored: StoredSite) => void,
): Promise<() => Promise<void>> {
  // First subscribe, then read: no change in between is missed.
  const changes = o.events.subscribe(TOPIC)
  let last: Promise<unknown> = Promise.resolve()
  onChange(await readSite(o.db))
  void follow()
  return async () => void (await inTurn())

  async function follow(): Promise<void> {
    for await (const _ of changes) {
      // After a restart of the database, events can be back before its other connections.
      while (!(await inTurn())) await sleep(RETRY_MS, undefined, { ref: false })
    }
  }

  /** One read after another: a slow one never puts older settings over newer ones. */
  function inTurn(): Promise<boolean> {
    const read = last.then(isUpdated)
    last = read
    return read
  }

  async function isUpdated(): Promise<boolean> {
    try {
      onChange(await readSite(o.db))
      return true
    } catch (error) {
      o.log.warn({ err: error }, 'the settings of the site could not be read, trying again')
      return false
    }
  }
}

/** One statement after another: no process needs several connections for this. */
async function readSite(db: Db): Promise<StoredSite> {
  const policies: PublishedPolicy[] = []
  for (const policy of POLICY_NAMES) {
    const published = await findPublished(db, { policy })
    if (published !== undefined) policies.push(published)
  }
  return { ...(await readSettings(db)), policies }
}
