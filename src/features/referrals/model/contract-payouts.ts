import { z } from 'zod'
import { MIN_PAYOUT } from './constants.ts'

const Moment = z.iso.datetime()
/** ISO 3166, two capital letters. */
const Country = z.string().regex(/^[A-Z]{2}$/, 'Choose a country.')

/** The payout method of an affiliate. */
export const PayoutMethod = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paypal'), email: z.email('Enter the e-mail address of your PayPal account.').max(254) }),
  z.object({
    kind: z.literal('bank'),
    holder: z.string().trim().min(1, 'Enter the name of the account holder.').max(140),
    /** With or without spaces. */
    iban: z
      .string()
      .max(50)
      .transform((entered) => entered.replaceAll(/\s/g, '').toUpperCase())
      .pipe(z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/, 'Enter an IBAN.')),
    bic: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$/, 'Enter a BIC of 8 or 11 characters.')
      .optional(),
  }),
])
export type PayoutMethod = z.output<typeof PayoutMethod>

/** The form of the payout settings. */
export const PayoutSettingsForm = z.object({
  /** Missing: the stored method stays; its account is never shown in full. */
  method: PayoutMethod.optional(),
  country: Country,
  taxResidency: Country,
  taxId: z.string().trim().max(40).optional(),
  /** Integer minor units; payouts below it wait. */
  thresholdCents: z.int().min(MIN_PAYOUT, 'Choose at least $50.').max(1_000_000).default(MIN_PAYOUT),
  /** Required for reauthentication, unless the log-in was within five minutes. */
  password: z.string().max(256).optional(),
})
export type PayoutSettingsForm = z.output<typeof PayoutSettingsForm>

/** The payout settings as displayed: only the last characters of an account. */
export const PayoutSettings = z.object({
  kind: z.enum(['paypal', 'bank']),
  /** 'PayPal, a•••@e•••.com' or 'Bank account ending 3000' */
  label: z.string(),
  country: z.string(),
  taxResidency: z.string(),
  hasTaxId: z.boolean(),
  thresholdCents: z.int(),
  /** When frozen payouts resume, after a change of the method; null if they are not frozen. */
  frozenUntil: Moment.nullable(),
  updatedAt: Moment,
})
export type PayoutSettings = z.output<typeof PayoutSettings>

/** The states of a payout; see `PAYOUT_EDGES`. */
export const PayoutState = z.enum(['prepared', 'approved', 'sending', 'paid', 'failed', 'cancelled'])
export type PayoutState = z.output<typeof PayoutState>

/** One payout to an affiliate. */
export const Payout = z.object({
  id: z.string(),
  /** The month of its batch, `2026-11`. */
  period: z.string(),
  currency: z.string(),
  cents: z.int(),
  state: PayoutState,
  label: z.string(),
  preparedAt: Moment,
  paidAt: Moment.nullable(),
  /** The transfer reference of the bank or PayPal. */
  reference: z.string().nullable(),
})
export type Payout = z.output<typeof Payout>

/** A line that a refund, a dispute or the operator changed between preparation and approval. */
export const PayoutCorrection = z.object({
  /** The time of the change. */
  date: Moment,
  productName: z.string(),
  /** Integer minor units. */
  wasCents: z.int(),
  /** 0 if it left the payout. */
  nowCents: z.int(),
  reason: z.string(),
})
export type PayoutCorrection = z.output<typeof PayoutCorrection>

/** A payout with every line, for printing. */
export const Statement = z.object({
  payout: Payout,
  /** Unique among all statements of the site: `2026-11-0042`. */
  number: z.string(),
  /** The name and address of the payer, in lines. */
  issuer: z.array(z.string()),
  /** A sentence about tax; null on statements from before there was one. */
  taxNote: z.string().nullable(),
  affiliate: z.object({
    displayName: z.string(),
    email: z.string(),
    referralUsername: z.string(),
    country: z.string(),
    taxId: z.string().nullable(),
  }),
  lines: z.array(
    z.object({
      date: Moment,
      productName: z.string(),
      /**
       * `refund`: the part of a sale refunded before its payout, in a line below it. `clawback`: the part of an earlier
       * payout that was refunded; positive if the refund failed.
       */
      kind: z.enum(['sale', 'refund', 'clawback']),
      /** The price of a sale without tax; 0 on other lines. */
      baseCents: z.int(),
      /** Basis points: 4000 is 40%. */
      bps: z.int(),
      cents: z.int(),
    }),
  ),
  /** Oldest first; the lines include them. */
  corrections: z.array(PayoutCorrection),
})
export type Statement = z.output<typeof Statement>
