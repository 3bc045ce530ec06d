import type { InvoiceView } from '#features/billing/model/index.ts'
import type { CreditMovement } from '#features/credits/model/index.ts'
import type {
  AffiliateDecision,
  AffiliateState,
  ClosedBalance,
  CommissionState,
  CommissionStep,
  AdminAffiliate,
  AdminApplication,
  AdminCommission,
  AdminPayout,
  PayoutBatch,
  Statement,
} from '#features/referrals/model/index.ts'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import type { JobQueue } from '#platform/server/jobs.ts'

type Page = { readonly before: string | undefined; readonly limit: number }

/** The administration of the affiliate programme. */
export type ReferralsAdmin = {
  listAffiliates(
    q: Queryable,
    o: Page & { search: string; state: AffiliateState | undefined },
  ): Promise<AdminAffiliate[]>
  applications(): Promise<AdminApplication[]>
  applicationsIn(tx: Tx): {
    accept(userId: string, by: string): Promise<void>
    refuse(userId: string, o: { by: string; reason: string }): Promise<void>
  }
  lockAffiliate(tx: Tx, affiliateId: string): Promise<{ state: AffiliateState; username: string }>
  decideAffiliate(tx: Tx, o: { affiliateId: string; decision: AffiliateDecision; at: Date }): Promise<void>
  renameAffiliate(tx: Tx, o: { affiliateId: string; username: string }): Promise<void>
  listCommissions(
    q: Queryable,
    o: Page & { state: CommissionState | undefined; username: string | undefined; month: string | undefined },
  ): Promise<AdminCommission[]>
  findCommission(q: Queryable, id: string): Promise<AdminCommission>
  lockCommission(tx: Tx, id: string): Promise<AdminCommission>
  commissionSteps(q: Queryable, id: string): Promise<CommissionStep[]>
  listBatches(q: Queryable): Promise<PayoutBatch[]>
  closedBalances(q: Queryable): Promise<ClosedBalance[]>
  payoutsOfPeriod(q: Queryable, period: string): Promise<AdminPayout[]>
  lockPayouts(tx: Tx, ids: readonly string[]): Promise<AdminPayout[]>
  statement(q: Queryable, payoutId: string): Promise<Statement>
  /** The month of the batch to prepare. */
  period(): string
  commissionsIn(tx: Tx): {
    hold(commissionId: string, reason: string): Promise<void>
    release(commissionId: string): Promise<void>
    reject(commissionId: string, o: { reason: string; isFraud: boolean }): Promise<void>
  }
  payoutsIn(tx: Tx): {
    prepare(): Promise<number>
    approve(payoutId: string, by: string): Promise<void>
    cancel(payoutId: string, reason: string): Promise<void>
    markPaid(payoutId: string, reference: string): Promise<void>
  }
  exportCsv(): Promise<string>
}

/** The dependencies of the operator's procedures. Features are reached only through these. */
export type OperatorDeps = {
  readonly db: Db
  readonly now: () => Date
  /** The addresses of operators, in lower case. */
  readonly operators: readonly string[]
  /** @throws AppError `forbidden` without the password or a fresh log-in */
  readonly requireReauthentication: (o: { caller: Caller; password: string | undefined }) => Promise<void>
  /** Checks in a transaction that the reauthentication is still valid. @throws AppError `unauthorized` */
  readonly lockSession: (tx: Tx, caller: Caller) => Promise<void>
  readonly referrals: ReferralsAdmin
  readonly credits: {
    balance(q: Queryable, userId: string): Promise<{ available: number; held: number }>
    lockBalance(tx: Tx, userId: string): Promise<{ available: number; held: number }>
    historyOf(userId: string, before: string | undefined): Promise<{ movements: CreditMovement[]; next: string | null }>
    /** Adds or removes credits, once per key. @returns false for a repeated key */
    adjust(tx: Tx, o: { userId: string; credits: number; reason: string; key: string }): Promise<boolean>
  }
  readonly payments: {
    listOf(userId: string): Promise<InvoiceView[]>
    /** Records a refund. @throws AppError `not_found`, `conflict` if less remains */
    oweRefund(
      tx: Tx,
      o: { userId: string; invoiceId: string; cents: number; key: string },
    ): Promise<{ name: string; currency: string; refunded: number; refundedAfter: number }>
    /** Pays the refund at the provider. @returns whether it is paid */
    payRefund(key: string): Promise<boolean>
  }
  readonly jobs: Pick<JobQueue, 'cancel'>
}
