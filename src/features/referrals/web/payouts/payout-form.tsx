import { type FormEvent, useState } from 'react'
import { asAppError } from '#platform/web/app-error.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { MIN_PAYOUT } from '../../model/constants.ts'
import type { PayoutSettings } from '../../model/contract-payouts.ts'
import { useSavePayoutSettings } from '../affiliate-queries.ts'
import { countryOptions } from './countries.ts'
import { type Entered, formOf, problemIn, type PayoutField, type PayoutKind } from './payout-entry.ts'

type Problem = { readonly field: PayoutField | 'form'; readonly message: string }

/** The form of the payout settings; a new method also requires the password. */
export function PayoutForm({
  known,
  onCancel,
  onSaved,
}: {
  known: PayoutSettings | null
  onCancel?: () => void
  onSaved: () => void
}) {
  const save = useSavePayoutSettings()
  const [kind, setKind] = useState<PayoutKind>(known === null ? 'paypal' : 'known')
  const [country, setCountry] = useState(known?.country ?? '')
  const [taxResidency, setTaxResidency] = useState(known?.taxResidency ?? '')
  const [problem, setProblem] = useState<Problem>()
  const errorAt = (field: PayoutField) => (problem?.field === field ? problem.message : undefined)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    const entered: Entered = { kind, country, taxResidency, texts: textsOf(event.currentTarget) }
    const wrong = problemIn(entered)
    setProblem(wrong)
    if (wrong !== undefined) return
    try {
      await save.mutateAsync(formOf(entered))
      toast.success('Your payout settings are saved.')
      onSaved()
    } catch (error) {
      const { message, details } = asAppError(error)
      setProblem({ field: details['field'] === 'password' ? 'password' : 'form', message })
    }
  }

  return (
    <form
      method="post"
      noValidate
      aria-label="How you are paid"
      onSubmit={(event) => void submit(event)}
      onInput={() => setProblem(undefined)}
      className={cardClass('lg', 'grid gap-5')}
    >
      {problem?.field === 'form' && <Notice tone="error">{problem.message}</Notice>}
      <Segmented
        label="Paid by"
        showLabel
        value={kind}
        onChange={setKind}
        options={known === null ? KINDS : [AS_KNOWN, ...KINDS]}
      />
      {kind === 'known' && <p>{known?.label}</p>}
      {kind === 'paypal' && <PayPalFields errorAt={errorAt} />}
      {kind === 'bank' && <BankFields errorAt={errorAt} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <CountrySelect label="Country you live in" value={country} onChange={setCountry} error={errorAt('country')} />
        <CountrySelect
          label="Country you pay tax in"
          value={taxResidency}
          onChange={setTaxResidency}
          error={errorAt('taxResidency')}
        />
        <TextField name="taxId" label="Tax number" hint="Optional, shown on your statements" maxLength={40} />
        <TextField
          name="threshold"
          label="Smallest payout, in US dollars"
          inputMode="numeric"
          defaultValue={String((known?.thresholdCents ?? MIN_PAYOUT) / 100)}
          error={errorAt('threshold')}
        />
      </div>
      <TextField
        name="password"
        type="password"
        label="Your password"
        hint="Leave it empty if you have just logged in."
        autoComplete="current-password"
        error={errorAt('password')}
      />
      {known !== null && kind !== 'known' && (
        <p className="text-sm text-muted">We notify you by e-mail and pause payouts for seven days.</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" size="lg" busy={save.isPending}>
          Save
        </Button>
        {onCancel && (
          <Button size="lg" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

type ErrorAt = (field: PayoutField) => string | undefined

function PayPalFields({ errorAt }: { errorAt: ErrorAt }) {
  return (
    <TextField
      name="email"
      type="email"
      label="E-mail of your PayPal account"
      inputMode="email"
      maxLength={254}
      error={errorAt('email')}
    />
  )
}

function BankFields({ errorAt }: { errorAt: ErrorAt }) {
  return (
    <>
      <TextField name="holder" label="Account holder" maxLength={140} autoComplete="name" error={errorAt('holder')} />
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <TextField name="iban" label="IBAN" maxLength={50} spellCheck={false} error={errorAt('iban')} />
        <TextField
          name="bic"
          label="BIC"
          hint="Optional within Europe"
          maxLength={11}
          spellCheck={false}
          error={errorAt('bic')}
        />
      </div>
    </>
  )
}

function CountrySelect(props: {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}) {
  return <Select {...props} options={COUNTRIES} />
}

function textsOf(form: HTMLFormElement): Entered['texts'] {
  const data = new FormData(form)
  return (name) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}

const AS_KNOWN = { value: 'known', label: 'As before' } as const
const KINDS = [
  { value: 'paypal', label: 'PayPal' },
  { value: 'bank', label: 'Bank transfer' },
] as const
const COUNTRIES = countryOptions()
