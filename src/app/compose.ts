import { randomUUID } from 'node:crypto'
import { access, constants, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { accountsProcedures, authRoutes, openAuth, planOf, type RateLimits } from '#features/accounts/server/index.ts'
import { jobsAtOnce } from '#features/billing/model/index.ts'
import { creditsProcedures, ledger } from '#features/credits/server/index.ts'
import { clientAddressOf } from '#platform/server/client-address.ts'
import { systemClock } from '#platform/server/clock.ts'
import { closeDatabase, openDatabase, transaction } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { openEvents } from '#platform/server/events.ts'
import { openFileStore } from '#platform/server/files.ts'
import { type Job, openJobQueue } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { sessionSecret } from './session-secret.ts'

/** Where a product comes from: its settings, its database, and where it writes its log. */
export type Composition = {
  readonly env: Env
  readonly databaseUrl: string
  readonly log: Log
  /** Default: what suits people; a test that signs up hundreds from one address wants more. */
  readonly rateLimits?: RateLimits
}

/** The product, wired: what the web process serves and the worker runs. */
export type Product = Awaited<ReturnType<typeof compose>>

/** Opens what all features share. */
async function openPlatform({ env, databaseUrl, log }: Composition) {
  const dataDir = resolve(env.DATA_DIR)
  await mkdir(dataDir, { recursive: true })
  const db = openDatabase(databaseUrl)
  const events = await openEvents({ url: databaseUrl, log })
  const jobs = await openJobQueue({ url: databaseUrl, log, slotsOf: async (tx, ownerId) => jobsAtOnce(await planOf(tx, ownerId)) })
  return { db, events, jobs, files: openFileStore(dataDir), dataDir, log, now: systemClock, newId: randomUUID }
}

/** Gives every feature what it needs, and tells features of each other where they may not know each other. */
export async function compose(o: Composition) {
  const { env, log } = o
  const platform = await openPlatform(o)
  const { db, events, jobs, dataDir } = platform
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`).origin

  const credits = ledger(platform)
  const accounts = {
    ...platform,
    publicUrl,
    secret: await sessionSecret({ given: env.SESSION_SECRET, dataDir }),
    ...(o.rateLimits && { rateLimits: o.rateLimits }),
    onUserCreated: async (tx: Parameters<typeof credits.grantStart>[0], { userId }: { userId: string }) => {
      await credits.grantStart(tx, userId)
    },
  }
  const auth = openAuth(accounts)

  return {
    ...platform,
    publicUrl,
    findCaller: auth.findCaller,
    procedures: {
      accounts: accountsProcedures(accounts),
      credits: creditsProcedures({ db, ledger: credits }),
    },
    routes: {
      auth: authRoutes({ auth, db, publicUrl, clientAddress: clientAddressOf(env.TRUST_PROXY) }),
    },
    /** What the worker runs: the jobs of all features. */
    work: [] satisfies Job[],
    /** What is to be done now and then, by one process at least; safe to do in several at once. */
    async upkeep(): Promise<void> {
      const released = await transaction(db, (tx) => credits.releaseExpired(tx))
      if (released > 0) log.warn({ released }, 'released credit holds that nobody settled')
    },
    /** Which of the things a request needs are there. */
    async isReady(): Promise<{ database: boolean; files: boolean }> {
      const [database, files] = await Promise.all([answers(db.$client.query('select 1')), answers(access(dataDir, constants.W_OK))])
      return { database, files }
    },
    /** Ends every stream of this process, so that its clients come back to another. */
    endStreams: () => events.close(),
    async close(): Promise<void> {
      await jobs.close()
      await events.close()
      await closeDatabase(db)
    },
  }
}

/** True when `asked` comes back; why it does not is logged where it matters, here it only counts that it did not. */
function answers(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    () => false,
  )
}
