import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import type { PayoutSettings } from '../../model/contract-payouts.ts'
import { usePayoutSettings } from '../affiliate-queries.ts'
import { QueryState } from '../query-state.tsx'
import { AffiliatePage } from '../affiliate-page.tsx'
import { COMMISSION, WAIT_DAYS } from '../labels.ts'
import { countryName } from './countries.ts'
import { PayoutForm } from './payout-form.tsx'
import { PayoutList } from './payout-list.tsx'
import { StatementSheet } from './statement-sheet.tsx'

/** /affiliate/payout-settings: the payout method and past payouts; `?statement=` shows one payout. */
export function AffiliatePayoutPage() {
  const [parameters] = useSearchParams()
  const statement = parameters.get('statement')
  return (
    <AffiliatePage title="Payout Settings" lead="How we pay your commission.">
      {() => (statement === null ? <Payouts /> : <StatementSheet payoutId={statement} />)}
    </AffiliatePage>
  )
}

function Payouts() {
  const settings = usePayoutSettings()
  return (
    <div className="grid gap-10">
      <QueryState query={settings} name="payout settings">
        {(known) => <Settings known={known} />}
      </QueryState>
      <PayoutList />
      <p className="max-w-[64ch] text-sm text-faint">
        You get {COMMISSION} of what your referrals pay, without tax. A commission waits {WAIT_DAYS} days, because a
        purchase may be refunded. We pay out what is approved on the first of each month.
      </p>
    </div>
  )
}

function Settings({ known }: { known: PayoutSettings | null }) {
  const [isChanging, setChanging] = useState(false)
  if (known === null || isChanging) {
    return (
      <PayoutForm
        known={known}
        {...(known !== null && { onCancel: () => setChanging(false) })}
        onSaved={() => setChanging(false)}
      />
    )
  }
  return <Known settings={known} onChange={() => setChanging(true)} />
}

function Known({ settings, onChange }: { settings: PayoutSettings; onChange: () => void }) {
  const { label, country, taxResidency, hasTaxId, thresholdCents, frozenUntil } = settings
  const facts = [
    { term: 'Paid to', is: label },
    { term: 'Country', is: countryName(country) },
    { term: 'Tax residency', is: `${countryName(taxResidency)}${hasTaxId ? ', tax number given' : ''}` },
    { term: 'Paid out from', is: formatMoney(thresholdCents, 'usd') },
  ]
  return (
    <section aria-labelledby="method" className="grid gap-4">
      {frozenUntil !== null && (
        <Notice tone="warning" title="Payouts are paused">
          Your details changed, so nothing is paid out until {formatLongDay(frozenUntil, 'utc')}. If this was not you,
          contact us.
        </Notice>
      )}
      <Card>
        <div className="flex items-center justify-between gap-4">
          <h2 id="method" className="text-xl">
            How you are paid
          </h2>
          <Button onClick={onChange}>Change</Button>
        </div>
        <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {facts.map(({ term, is }) => (
            <div key={term}>
              <dt className="text-sm text-faint">{term}</dt>
              <dd className="break-words">{is}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  )
}
