import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { isSelling, prioritizeByPlan } from '#features/billing/server/index.ts'
import { readAffiliateTerms } from '#features/referrals/server/index.ts'
import { openMailLogo } from '#features/site/server/index.ts'
import { speechServiceOf } from '#features/transcription/server/index.ts'
import { contactsAt, mailHostOf, type Site } from '#platform/shared/contacts.ts'
import { siteName } from '#platform/shared/product.ts'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { openEvents } from '#platform/server/events.ts'
import { openJobQueue } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { openMail } from '#platform/server/mail.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import { bounceSettings } from './bounce-settings.ts'
import { openFiles } from './file-store.ts'
import { openMediaRunner } from './media-runner.ts'
import { followCatalogue } from './follow-catalogue.ts'
import { openSite } from './open-site.ts'
import { publicUrlOf } from './public-url.ts'
import { openReadiness } from './readiness.ts'

/** The services that all features share. */
export type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Opens the services that all features share, such as database, files and queue. */
export async function openPlatform({ env, databaseUrl, log }: { env: Env; databaseUrl: string; log: Log }) {
  const dataDir = resolve(env.DATA_DIR)
  const publicUrl = publicUrlOf(env)
  const { baseCatalogue, fixedRetention, catalogue, limits, retentionBy, retentionWith, follow } = followCatalogue(env)
  await mkdir(dataDir, { recursive: true })
  const uploadsDir = join(dataDir, 'uploads')
  const files = await openFiles(env)
  const events = await openEvents({ url: databaseUrl, log })
  const jobs = await openJobQueue({
    url: databaseUrl,
    log,
    slotsOf: limits.jobsAtOnce,
  })
  const media = openMediaRunner(env, (message) => log.warn(message))
  const db = openDatabase(databaseUrl)
  const site = siteAt(publicUrl, env)
  const opened = await openSite({ env, base: site, catalogue, db, events, log, now: systemClock })
  follow(() => opened.currentSettings().retention)
  const mail = openMail({
    db,
    jobs,
    log,
    smtpUrl: env.SMTP_URL,
    from: () => env.MAIL_FROM ?? `${siteName()} <no-reply@${mailHostOf(publicUrl)}>`,
    bounces: await bounceSettings(env),
    logo: openMailLogo({ files, log, current: opened.currentSettings }),
    now: systemClock,
    newId: randomUUID,
  })
  return {
    db,
    events,
    jobs: prioritizeByPlan(jobs, limits),
    catalogue,
    /** As the environment says, without what operators set. */
    baseCatalogue,
    fixedRetention,
    limits,
    retentionBy,
    retentionWith,
    mail,
    media,
    threadPool: openThreadPool(),
    // For short tasks that people wait for: a thread is ready, and has the priority of a request.
    readyThreads: openThreadPool({ minThreads: 1, heapMb: 128, niceness: 0 }),
    files,
    // With a bucket, each web server may have its own disk.
    uploadsElsewhere: env.FILE_STORE === 's3',
    dataDir,
    uploadsDir,
    isReady: openReadiness({ db, files, dataDir, uploadsDir, log }),
    modelsDirectory: modelsDirectoryOf(env),
    log,
    publicUrl,
    /** What the environment sets, and the defaults. */
    site,
    // The site as operators set it, now.
    ...opened,
    now: systemClock,
    newId: randomUUID,
  }
}

/** The folder of the speech models. */
export function modelsDirectoryOf(env: Env): string {
  return resolve(env.ASR_MODELS_DIR ?? join(env.DATA_DIR, 'models'))
}

/** A worker's number of simultaneous jobs, and the processor cores of each. */
export function workerShape(env: Env): { concurrency: number; threads: number } {
  const cores = availableParallelism()
  const concurrency = env.WORKER_CONCURRENCY ?? Math.max(2, Math.floor(cores / 2))
  return { concurrency, threads: Math.max(1, Math.ceil(cores / concurrency)) }
}

/** The site data of the pages. */
function siteAt(origin: string, env: Env): Site {
  const { CONTACT_LEGAL: legal, CONTACT_SUPPORT: support, CONTACT_GENERAL: general } = env
  const { SOCIAL_MICROBLOG_URL: microblog, SOCIAL_CHAT_URL: chat } = env
  return {
    origin,
    contacts: contactsAt(origin, { legal, support, general }),
    links: { ...(microblog !== undefined && { microblog }), ...(chat !== undefined && { chat }) },
    sells: isSelling(env),
    affiliates: readAffiliateTerms(env),
    speechHost: speechServiceOf(env)?.url.hostname,
  }
}
