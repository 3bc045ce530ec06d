import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import { MAX_CREDITS } from '#features/credits/model/index.ts'
import { Limits, OwnLimits } from './limits.ts'

const Moment = z.iso.datetime()

/** How many ended contracts an operator sees. */
export const MAX_PAST_CONTRACTS = 10

/** What an operator agrees with a user: a plan without a payment, or an enterprise contract. */
export const ContractInput = z
  .strictObject({
    plan: PlanName.exclude(['free']),
    /** Its name for the customer; empty for a plan without a contract. */
    name: z.string().trim().max(100).default(''),
    /** Null until revoked. */
    endsAt: Moment.nullable(),
    /** Null as in the plan. */
    creditsPerMonth: z.int().min(0).max(MAX_CREDITS).nullable(),
    /** What differs from the plan. */
    limits: OwnLimits,
  })
  .refine(({ plan, name }) => plan !== 'enterprise' || name !== '', {
    message: 'Name the contract.',
    path: ['name'],
  })
  .refine(({ plan, limits }) => plan === 'enterprise' || Object.keys(limits).length === 0, {
    message: 'Only an enterprise contract has limits of its own.',
    path: ['limits'],
  })
export type ContractInput = z.output<typeof ContractInput>

/** A contract with a user. */
export const AgreedContract = z.object({
  id: z.uuid(),
  plan: PlanName,
  name: z.string(),
  startsAt: Moment,
  endsAt: Moment.nullable(),
  /** Those of its own, or of its plan; 0 without any. */
  credits: z.int().min(0),
  /** Null while it runs. */
  endedAt: Moment.nullable(),
})
export type AgreedContract = z.output<typeof AgreedContract>

/** The plan and limits that apply to a user now. */
export const CustomerTerms = z.object({
  plan: PlanName,
  limits: Limits,
  /** Whether an operator has set some limit below the plan. */
  isLowered: z.boolean(),
  /** The running contract. */
  contract: AgreedContract.nullable(),
})
export type CustomerTerms = z.output<typeof CustomerTerms>

/** `/api/rpc/billing/*`: what applies to the caller, also on a site that sells nothing. */
export const termsProcedures = { terms: oc.output(CustomerTerms) }
