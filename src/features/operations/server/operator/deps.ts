import type { Session } from '#features/accounts/model/index.ts'
import type { ContractInput, InvoiceView, OwnLimits, PaymentPage, PaymentView } from '#features/billing/model/index.ts'
import type { CreditMovement } from '#features/credits/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import type { JobQueue } from '#platform/server/jobs.ts'
import type { OpenMail } from '#platform/server/mail.ts'
import type { OperatorSpeech, SpeechTest, UserExport, UserTeam, UserTerms } from '../../model/index.ts'
import type { OperatorAccess } from './guard.ts'

/** Tests of speech recognition by file, one at a time for each operator. */
export type SpeechTests = {
  latest(operatorId: string): Promise<SpeechTest | null>
  /**
   * Receives the file and queues its job; `record` runs in the same transaction.
   * @throws AppError `not_found`, `conflict`, `too_large`, `unprocessable`
   */
  start(
    o: { operatorId: string; engine: string; language: string; fileName: string; body: ReadableStream<Uint8Array> },
    record: (tx: Tx, started: { engineLabel: string }) => Promise<void>,
  ): Promise<void>
  cancel(operatorId: string): Promise<void>
}

/** The dependencies of the operator's procedures. Features are reached only through these. */
export type OperatorDeps = OperatorAccess & {
  readonly now: () => Date
  /** The public origin of the site, for links in mails. */
  readonly publicUrl: string
  /** @throws AppError `forbidden` without the password or a fresh log-in */
  readonly requireReauthentication: (o: { caller: Caller; password: string | undefined }) => Promise<void>
  /** Checks in a transaction that the reauthentication is still valid. @throws AppError `unauthorized` */
  readonly lockSession: (tx: Tx, caller: Caller) => Promise<void>
  /** Accounts; each call that takes `tx` is recorded in it. */
  readonly accounts: {
    listSessions(userId: string): Promise<Session[]>
    /** Locks an account. @throws AppError `not_found` */
    lockFacts(
      tx: Tx,
      userId: string,
    ): Promise<{ email: string; state: string; emailVerified: boolean; sessions: number; hasSecondFactor: boolean }>
    /** @throws AppError `conflict` if it is suspended */
    suspend(tx: Tx, userId: string): Promise<void>
    /** @throws AppError `conflict` if it is not suspended */
    reinstate(tx: Tx, userId: string): Promise<void>
    endSessions(tx: Tx, userId: string): Promise<void>
    /** @throws AppError `conflict` if the address is confirmed */
    verifyEmail(tx: Tx, userId: string): Promise<void>
    /** @throws AppError `conflict` without one */
    resetSecondFactor(tx: Tx, userId: string): Promise<void>
    /** @throws AppError `not_found` */
    exportData(userId: string): Promise<object>
    /** @throws AppError `unprocessable` if `confirm` is not the address */
    erase(tx: Tx, o: { userId: string; confirm: string }): Promise<void>
  }
  /** What a user has and does in other features. */
  readonly activity: {
    storageOf(userId: string): Promise<{ usedBytes: number; quotaBytes: number | null }>
    /** Newest first. @param page.before the last id of the previous page */
    listExports(
      userId: string,
      page: { readonly before: string | undefined; readonly limit: number },
    ): Promise<UserExport[]>
    teamOf(userId: string): Promise<UserTeam>
  }
  readonly credits: {
    balance(q: Queryable, userId: string): Promise<{ available: number; held: number }>
    lockBalance(tx: Tx, userId: string): Promise<{ available: number; held: number }>
    historyOf(
      userId: string,
      page: { readonly limit: number; readonly before?: string },
    ): Promise<{ movements: CreditMovement[]; next: string | null }>
    /** Adds or removes credits, once per key. @returns false for a repeated key */
    adjust(tx: Tx, o: { userId: string; credits: number; reason: string; key: string }): Promise<boolean>
  }
  /** Plan, contract and limits of a user; the caller of each change holds the lock of the user's row. */
  readonly terms: {
    /** @throws AppError `not_found`, 'User not found' */
    readTerms(q: Queryable, userId: string): Promise<UserTerms>
    /** The facts that a record of an action shows, in words. */
    factsOf(tx: Tx, userId: string): Promise<Readonly<Record<string, unknown>>>
    /** @throws AppError `conflict`, `unprocessable` */
    saveContract(tx: Tx, o: { userId: string; contractId: string | null; contract: ContractInput }): Promise<void>
    /** @throws AppError `conflict` without one */
    revokeContract(tx: Tx, userId: string): Promise<void>
    /** @throws AppError `conflict`, `unprocessable` */
    lowerLimits(tx: Tx, o: { userId: string; limits: OwnLimits | null }): Promise<void>
  }
  readonly payments: {
    /** Newest first. */
    listOf(
      userId: string,
      page: { readonly limit: number; readonly before?: string },
    ): Promise<{ payments: InvoiceView[]; next: string | null }>
    /** Those of all users, newest first. */
    listAll(page: PaymentPage): Promise<{ payments: PaymentView[]; next: string | null }>
    /** Records a refund. @throws AppError `not_found`, `conflict` if less remains */
    oweRefund(
      tx: Tx,
      o: { userId: string; invoiceId: string; cents: number; key: string },
    ): Promise<{ name: string; currency: string; refunded: number; refundedAfter: number }>
    /** Pays the refund at the provider. @returns whether it is paid */
    payRefund(key: string): Promise<boolean>
  }
  /** Speech engines and their models. */
  readonly speech: {
    overview(): Promise<OperatorSpeech>
    /** @throws AppError `not_found` */
    factsOf(tx: Tx, modelId: string): Promise<{ label: string; facts: Readonly<Record<string, unknown>> }>
    /** @throws AppError `conflict` if it is installed or being installed */
    queueInstall(tx: Tx, modelId: string): Promise<void>
    /** @throws AppError `conflict` while it is being installed */
    remove(tx: Tx, modelId: string): Promise<void>
    defaultFactsOf(tx: Tx, language: string): Promise<{ about: string; facts: Readonly<Record<string, unknown>> }>
    /** @throws AppError `not_found`, `unprocessable`, `conflict` */
    chooseDefault(tx: Tx, o: { language: string; engine: string | null }): Promise<void>
  }
  /** Tests of speech recognition by file. */
  readonly speechTests: SpeechTests
  readonly newId: () => string
  readonly jobs: Pick<JobQueue, 'cancel' | 'enqueue'>
  readonly mail: Pick<OpenMail, 'bounceAddress' | 'hasServer' | 'retry' | 'send' | 'sender'>
}
