import type { z } from 'zod'
import { formatDollars } from '#platform/shared/format/dollars.ts'
import { parseAmount } from '#platform/shared/format/money.ts'
import { MIN_PAYOUT } from '../../model/constants.ts'
import type { PayoutSettingsForm } from '../../model/contract-payouts.ts'

/** The payout method; `known` is the stored one. */
export type PayoutKind = 'known' | 'paypal' | 'bank'
/** The fields that may have an error. */
export type PayoutField = 'email' | 'holder' | 'iban' | 'bic' | 'country' | 'taxResidency' | 'threshold' | 'password'

/** The submitted form; `texts` reads a text field, trimmed. */
export type Entered = {
  readonly kind: PayoutKind
  readonly country: string
  readonly taxResidency: string
  texts(name: string): string
}

/** The first error found without the server. */
export function problemIn({ kind, country, taxResidency, texts }: Entered): Problem | undefined {
  const method = methodProblem(kind, texts)
  if (method !== undefined) return method
  if (country === '') return { field: 'country', message: 'Choose a country.' }
  if (taxResidency === '') return { field: 'taxResidency', message: 'Choose a country.' }
  const cents = parseAmount(texts('threshold'), 'usd')
  if (cents === undefined) return { field: 'threshold', message: 'Enter an amount in dollars, like 50.' }
  if (cents < MIN_PAYOUT) return { field: 'threshold', message: `Choose at least ${formatDollars(MIN_PAYOUT)}.` }
  return cents > MOST ? { field: 'threshold', message: `Choose at most ${formatDollars(MOST)}.` } : undefined
}

/** The request of the form. */
export function formOf({ kind, country, taxResidency, texts }: Entered): z.input<typeof PayoutSettingsForm> {
  const [taxId, password, bic] = [texts('taxId'), texts('password'), texts('bic')]
  return {
    ...(kind === 'paypal' && { method: { kind, email: texts('email') } }),
    ...(kind === 'bank' && {
      method: { kind, holder: texts('holder'), iban: texts('iban'), ...(bic !== '' && { bic }) },
    }),
    country,
    taxResidency,
    thresholdCents: parseAmount(texts('threshold'), 'usd') ?? MIN_PAYOUT,
    ...(taxId !== '' && { taxId }),
    ...(password !== '' && { password }),
  }
}

type Problem = { readonly field: PayoutField; readonly message: string }

function methodProblem(kind: PayoutKind, texts: Entered['texts']): Problem | undefined {
  if (kind === 'known') return undefined
  return kind === 'paypal' ? payPalProblem(texts) : bankProblem(texts)
}

function payPalProblem(texts: Entered['texts']): Problem | undefined {
  if (/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(texts('email'))) return undefined
  return { field: 'email', message: 'Enter the e-mail address of your PayPal account.' }
}

function bankProblem(texts: Entered['texts']): Problem | undefined {
  if (texts('holder') === '') return { field: 'holder', message: 'Enter the name of the account holder.' }
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/i.test(texts('iban').replaceAll(/\s/g, ''))) {
    return { field: 'iban', message: 'Enter an IBAN.' }
  }
  if (/^([A-Z0-9]{8}([A-Z0-9]{3})?)?$/i.test(texts('bic'))) return undefined
  return { field: 'bic', message: 'Enter a BIC of 8 or 11 characters.' }
}

const MOST = 1_000_000
