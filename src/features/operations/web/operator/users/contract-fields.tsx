import { useState } from 'react'
import { ContractInput } from '#features/billing/model/index.ts'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { UserTerms } from '../../../model/operator-terms.ts'
import { nameOf } from '../labels.ts'
import { LimitFields } from './limit-fields.tsx'

const PLANS = ContractInput.shape.plan.options

/** The fields of a contract; an enterprise contract also has a name and limits. */
export function ContractFields({ terms }: { terms: UserTerms }) {
  const { contract, creditsPerMonth, own } = terms
  const [plan, setPlan] = useState(PLANS.find((name) => name === contract?.plan) ?? 'pro')
  const isEnterprise = plan === 'enterprise'
  return (
    <>
      <Select
        name="plan"
        label="Plan"
        value={plan}
        options={PLANS.map((value) => ({
          value,
          label: value === 'enterprise' ? 'Enterprise contract' : nameOf(value),
        }))}
        onChange={setPlan}
      />
      {isEnterprise && (
        <TextField
          name="name"
          label="Name of the contract"
          hint="They see it."
          defaultValue={contract?.name ?? ''}
          maxLength={100}
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          name="endsOn"
          type="date"
          label="Ends on"
          hint="As this day begins, UTC. Empty: until revoked."
          defaultValue={contract?.endsAt?.slice(0, 10) ?? ''}
        />
        <TextField
          name="creditsPerMonth"
          label="Credits a month"
          hint="Empty: as in the plan."
          inputMode="numeric"
          maxLength={7}
          defaultValue={creditsPerMonth ?? ''}
        />
      </div>
      {isEnterprise && <LimitFields initial={own} />}
    </>
  )
}
