import { call } from '@orpc/server'
import {
  countSignUps,
  lockSession,
  rateLimitStorage,
  requireReauthentication,
} from '#features/accounts/server/index.ts'
import { paidCents } from '#features/billing/server/index.ts'
import { adjustCredits } from '#features/credits/server/index.ts'
import { countUploads } from '#features/media/server/index.ts'
import {
  countTrends,
  deleteHeartbeat,
  deleteOldViews,
  openStatus,
  operationsProcedures,
  operatorAccessOf,
  operatorLogRoutes,
  operatorProcedures,
  mailReportRoutes,
  productChecks,
  productMetrics,
  sendAlertJob,
  speechTestRoutes,
  storeHeartbeat,
  type TrendCounters,
  watchAlerts,
} from '#features/operations/server/index.ts'
import { countExports, listExportsOf } from '#features/rendering/server/index.ts'
import { captionedMs } from '#features/transcription/server/index.ts'
import { clientAddressOf } from '#platform/server/http/client-address.ts'
import type { Env } from '#platform/server/env.ts'
import { watchProcess } from '#platform/server/metrics/process.ts'
import { countRequests } from '#platform/server/metrics/requests.ts'
import { metricsRoutes } from '#platform/server/metrics/routes.ts'
import { isLocalSite } from '#platform/server/this-machine.ts'
import { dailyBackups } from '../services/daily-backups.ts'
import { removeExpiredUpgradeBackups } from '../services/upgrade-folder.ts'
import type { Platform } from '../services/open-platform.ts'
import type { wireAccounts } from './accounts.ts'
import type { wireBilling } from './billing.ts'
import type { wireCollaboration } from './collaboration.ts'
import type { wireCredits } from './credits.ts'
import { defineFeature } from './feature.ts'
import type { wireStorage } from './storage.ts'
import type { wireTranscription } from './transcription.ts'

type Wired = {
  accounts: Pick<ReturnType<typeof wireAccounts>, 'administration'>
  credits: ReturnType<typeof wireCredits>
  billing: Awaited<ReturnType<typeof wireBilling>>
  collaboration: Pick<Awaited<ReturnType<typeof wireCollaboration>>, 'procedures'>
  storage: Pick<ReturnType<typeof wireStorage>, 'usageOf' | 'failsToRecordExpiries'>
  transcription: Pick<ReturnType<typeof wireTranscription>, 'administration' | 'tests'>
}

/** Opens operations: status, metrics and the operator's procedures, over the features that they show. */
export function wireOperations(env: Env, platform: Platform, wired: Wired) {
  const status = wireStatus(platform)
  const backups = dailyBackups(env, platform)
  return defineFeature({
    procedures: operationsProcedures({ status: status.watch }),
    operator: wireOperator(env, platform, wired),
    routes: {
      '/operator-log': operatorLogRoutes({
        ...platform,
        ...operatorAccessOf(env),
        consumeRateLimit: rateLimitStorage(platform).consume,
      }),
      '/mail-reports': mailReportRoutes({
        mail: platform.mail,
        token: env.MAIL_REPORTS_TOKEN,
        clientAddress: clientAddressOf(env.TRUST_PROXY),
        consumeRateLimit: rateLimitStorage(platform).consume,
      }),
      '/operator-speech-tests': speechTestRoutes({
        ...platform,
        ...operatorAccessOf(env),
        speechTests: wired.transcription.tests,
        consumeRateLimit: rateLimitStorage(platform).consume,
      }),
    },
    /** Health monitoring for the web process; `start` receives its address. */
    startStatus: status.start,
    /** Records that this worker process is alive. */
    beat: status.beat,
    /** `/metrics` for Prometheus, and its request counter. */
    metrics: wireMetrics(env, platform),
    jobs: [...backups.jobs, sendAlertJob(platform)],
    maintenance: [
      ...backups.maintenance,
      () => removeExpiredUpgradeBackups(env, platform.now()),
      () => watchAlerts({ ...platform, failsToRecordExpiries: wired.storage.failsToRecordExpiries }),
      () => deleteOldViews({ ...platform, retentionDays: platform.currentSettings().readLogDays }),
      () => countTrends({ ...platform, counters: TREND_COUNTERS }),
    ],
  })
}

/** What features count for each day. */
export const TREND_COUNTERS: TrendCounters = {
  signUps: countSignUps,
  uploads: countUploads,
  captionedMs,
  exports: countExports,
  paidCents,
}

function wireOperator(env: Env, platform: Platform, wired: Wired) {
  const { accounts, billing, collaboration, storage } = wired
  const { ledger, procedures } = wired.credits
  const { db, now } = platform
  // The operator sees the same credits and payments as their owner.
  const as = (userId: string) => ({ context: { caller: { userId, email: '' }, requestId: platform.newId() } })
  return operatorProcedures({
    ...platform,
    ...operatorAccessOf(env),
    lockSession,
    requireReauthentication: ({ caller, password }) =>
      requireReauthentication(db, { caller, password, field: 'password', now: now() }),
    accounts: accounts.administration,
    speech: wired.transcription.administration,
    speechTests: wired.transcription.tests,
    activity: {
      storageOf: storage.usageOf,
      listExports: (userId, page) => listExportsOf(db, userId, page),
      teamOf: async (userId) => ({
        ...(await call(collaboration.procedures.team, undefined, as(userId))),
        worksFor: await call(collaboration.procedures.memberships, undefined, as(userId)),
      }),
    },
    credits: {
      balance: ledger.balance,
      lockBalance: ledger.lockBalance,
      historyOf: (userId, page) => call(procedures.history, page, as(userId)),
      adjust: (tx, adjustment) => adjustCredits(tx, ledger, adjustment),
    },
    terms: billing.terms,
    payments: {
      listOf: async (userId, page) => {
        const { invoices: payments, next } = await call(billing.procedures.invoices, page, as(userId))
        return { payments, next }
      },
      listAll: billing.listPayments,
      oweRefund: billing.refunds.owe,
      payRefund: billing.refunds.pay,
    },
  })
}

function wireStatus(platform: Platform) {
  const { db, now, newId } = platform
  const instance = newId()
  let ownUrl: string | undefined
  const watch = openStatus({ ...platform, checks: productChecks({ ...platform, ownUrl: () => ownUrl }) })
  return {
    watch,
    start(url: string): () => Promise<void> {
      ownUrl = url
      return watch.start()
    },
    beat: { now: () => storeHeartbeat(db, { instance, at: now() }), end: () => deleteHeartbeat(db, instance) },
  }
}

function wireMetrics(env: Env, platform: Platform) {
  const requests = countRequests()
  const ofProcess = watchProcess()
  const ofProduct = productMetrics(platform)
  return {
    count: requests.middleware,
    routes: metricsRoutes({
      token: env.METRICS_TOKEN,
      isLocal: isLocalSite(env),
      clientAddress: clientAddressOf(env.TRUST_PROXY),
      collect: async () => [...requests.metrics(), ...ofProcess(), ...(await ofProduct())],
    }),
  }
}
