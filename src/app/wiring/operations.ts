import { call } from '@orpc/server'
import { lockSession, requireReauthentication } from '#features/accounts/server/index.ts'
import { credits as amountOf } from '#features/credits/model/index.ts'
import { creditsProcedures, type Ledger } from '#features/credits/server/index.ts'
import { operatorProcedures, productMetrics } from '#features/operations/server/index.ts'
import { isAffiliate } from '#features/referrals/server/index.ts'
import { clientAddressOf } from '#platform/server/client-address.ts'
import type { Env } from '#platform/server/env.ts'
import { watchProcess } from '#platform/server/metrics-process.ts'
import { countRequests } from '#platform/server/metrics-requests.ts'
import { metricsRoutes } from '#platform/server/metrics-routes.ts'
import { isLocalSite } from '#platform/server/this-machine.ts'
import type { wireBilling } from './billing.ts'
import type { Platform } from '../services/open-platform.ts'

/** Payments shown per user. */
const PAYMENTS = 100
/** Lines of credit history on one page. */
const MOVEMENTS = 25

type Wired = {
  credits: Ledger
  billing: ReturnType<typeof wireBilling>
}

/** Connects operations, which imports no other feature, to the features it shows. */
export function wireOperator(env: Env, platform: Platform, { credits, billing }: Wired) {
  const { db, now } = platform
  const history = creditsProcedures({ db, ledger: credits }).history
  const as = (userId: string) => ({
    context: { caller: { userId, email: '' }, requestId: platform.newId() },
  })
  return operatorProcedures({
    ...platform,
    operators: env.OPERATORS,
    lockSession,
    requireReauthentication: ({ caller, password }) =>
      requireReauthentication(db, { caller, password, field: 'password', now: now() }),
    isAffiliate,
    credits: {
      balance: credits.balance,
      lockBalance: credits.lockBalance,
      // The operator sees the same credits and payments as their owner.
      historyOf: (userId, before) =>
        call(history, { limit: MOVEMENTS, ...(before !== undefined && { before }) }, as(userId)),
      async adjust(tx, { credits: amount, ...movement }) {
        const change = { ...movement, amount: amountOf(Math.abs(amount)) }
        const { applied } = amount > 0 ? await credits.grant(tx, change) : await credits.confiscate(tx, change)
        return applied
      },
    },
    payments: {
      async listOf(userId) {
        const { invoices } = await call(billing.procedures.invoices, { limit: PAYMENTS }, as(userId))
        return invoices
      },
      oweRefund: billing.refunds.owe,
      payRefund: billing.refunds.pay,
    },
  })
}

/** `/metrics` and its request counter. */
export function wireMetrics(env: Env, platform: Platform) {
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
