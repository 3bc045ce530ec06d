import { OPERATOR_ROLES, type OperatorRole } from '#features/operations/model/index.ts'

export const PAYOUT_ID = '0a000000-0000-4000-8000-000000000011'
/** Another user, whom only operators see: an affiliate and applicant with a payment and a job. */
export const PERSON_ID = '0a000000-0000-4000-8000-000000000012'
export const COMMISSION_ID = '0a000000-0000-4000-8000-000000000013'
export const JOB_ID = '0a000000-0000-4000-8000-000000000014'
export const PERSONS_INVOICE_ID = 'test_in_of_the_person'

/** A row for operators with one of these roles. */
export type Operators = {
  readonly operators: Readonly<Record<string, unknown>> | undefined
  readonly by: readonly OperatorRole[]
}
type Input = Operators['operators']
/** Something that operators with any role may do. */
export const operators = (input?: Input): Operators => ({ operators: input, by: OPERATOR_ROLES })
/** Something that only operators with one of these roles may do; others are refused with the reason. */
export const support = (input?: Input): Operators => ({ operators: input, by: ['everything', 'support'] })
const finance = (input?: Input): Operators => ({ operators: input, by: ['everything', 'finance'] })
const service = (input?: Input): Operators => ({ operators: input, by: ['everything', 'support', 'finance'] })
/** Something that only operators with everything may do. */
export const everything = (input?: Input): Operators => ({ operators: input, by: ['everything'] })

/** The procedures of operators: rows of the table of procedures. */
export const OPERATORS = {
  'operator.applications': operators(),
  'operator.decideApplication': finance({ userId: PERSON_ID, decision: 'refuse', reason: 'No channel' }),
  'operator.affiliates': operators({ search: 'partner' }),
  'operator.decideAffiliate': finance({ affiliateId: PERSON_ID, decision: 'suspend', reason: 'Spam' }),
  'operator.renameAffiliate': service({ affiliateId: PERSON_ID, username: 'new-partner', reason: 'They asked' }),
  'operator.commissions': operators({ state: 'pending' }),
  'operator.commission': operators({ commissionId: COMMISSION_ID }),
  'operator.decideCommission': finance({ commissionId: COMMISSION_ID, decision: 'hold', reason: 'Looks odd' }),
  'operator.payoutBatches': operators(),
  'operator.closedBalances': operators(),
  'operator.payouts': operators({ period: '2026-10' }),
  'operator.preparePayouts': finance({ reason: 'The month is over' }),
  'operator.approvePayouts': finance({ payouts: [{ id: PAYOUT_ID, cents: 5_000 }], reason: 'Checked' }),
  'operator.payPayouts': finance({ ids: [PAYOUT_ID], reference: 'SEPA 1', reason: 'Sent' }),
  'operator.cancelPayout': finance({ payoutId: PAYOUT_ID, reason: 'Wrong account' }),
  'operator.exportPayouts': finance(),
  'operator.payoutStatement': operators({ payoutId: PAYOUT_ID }),
  'operator.users': operators({ search: 'person' }),
  'operator.user': operators({ userId: PERSON_ID }),
  'operator.userSessions': operators({ userId: PERSON_ID }),
  'operator.userExports': operators({ userId: PERSON_ID }),
  'operator.userTeam': operators({ userId: PERSON_ID }),
  'operator.decideUser': support({ userId: PERSON_ID, decision: 'end-sessions', reason: 'They asked' }),
  'operator.addNote': service({ userId: PERSON_ID, note: 'Called on Monday' }),
  'operator.startView': support({ userId: PERSON_ID, reason: 'They asked' }),
  'operator.exportUser': support({ userId: PERSON_ID, reason: 'They asked' }),
  'operator.eraseUser': support({ userId: PERSON_ID, reason: 'They asked', confirm: 'another@example.org' }),
  'operator.userTerms': operators({ userId: PERSON_ID }),
  'operator.saveContract': finance({
    userId: PERSON_ID,
    contractId: null,
    contract: { plan: 'pro', endsAt: null, creditsPerMonth: null, limits: {} },
    reason: 'For a talk',
  }),
  'operator.revokeContract': finance({ userId: PERSON_ID, reason: 'The talk is over' }),
  'operator.lowerLimits': support({ userId: PERSON_ID, limits: { jobsInLine: 1 }, reason: 'Fills the queue' }),
  'operator.creditHistory': operators({ userId: PERSON_ID }),
  'operator.adjustCredits': service({ userId: PERSON_ID, credits: 5, reason: 'A lost export', key: JOB_ID }),
  'operator.payments': operators({ userId: PERSON_ID }),
  'operator.allPayments': operators({}),
  'operator.refundPayment': finance({
    userId: PERSON_ID,
    invoiceId: PERSONS_INVOICE_ID,
    cents: 100,
    reason: 'Bought twice',
    key: COMMISSION_ID,
  }),
  'operator.health': operators(),
  'operator.trends': operators({ days: 7 }),
  'operator.jobs': operators({ state: 'queued' }),
  'operator.cancelJob': support({ jobId: JOB_ID, reason: 'It hangs' }),
  'operator.actions': operators({}),
  'operator.actionOperators': operators(),
  'operator.operators': operators(),
  'operator.grantRole': everything({ email: 'new@example.com', role: 'finance', reason: 'Does the books' }),
  'operator.revokeRole': everything({ email: 'nobody@example.com', reason: 'Has left' }),
  'operator.speech': operators(),
  'operator.chooseSpeechDefault': everything({ language: 'en', engine: 'pocketsphinx' }),
  'operator.speechTest': support(),
  'operator.cancelSpeechTest': support(),
  'operator.installModel': everything({ modelId: 'parakeet-110m' }),
  'operator.removeModel': everything({ modelId: 'whisper-turbo', reason: 'The disk is full' }),
} as const satisfies Readonly<Record<string, Operators>>
