import { formatMoment } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import type { AdminPayout, PayoutCorrection } from '../../model/index.ts'

/** Every line that changed since its payout was prepared, with the reason; nothing if none did. */
export function PayoutCorrections({ payouts }: { payouts: readonly CorrectedPayout[] }) {
  const corrected = payouts.filter(({ corrections }) => corrections.length > 0)
  if (corrected.length === 0) return null
  return (
    <section aria-label="Corrections" className="text-sm">
      <h3 className="font-medium">Corrected since the preparation</h3>
      <ul className="mt-2 grid max-h-56 gap-2 overflow-y-auto">
        {corrected.flatMap(({ id, referralUsername, currency, corrections }) =>
          corrections.map((correction, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two months taken back at once differ in nothing
            <li key={`${id} ${at}`}>
              <span className="tabular">
                {referralUsername}, {correction.productName}: {formatMoney(correction.wasCents, currency)} →{' '}
                {correction.nowCents === 0 ? 'left out' : formatMoney(correction.nowCents, currency)}
              </span>
              <span className="block text-faint">
                {formatMoment(correction.date, 'utc')}: {correction.reason}
              </span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}

type CorrectedPayout = Pick<AdminPayout, 'id' | 'referralUsername' | 'currency' | 'corrections'>

/** '2 lines corrected, -$40.00'; null if there are none. */
export function correctedText({ corrections, currency }: Pick<AdminPayout, 'corrections' | 'currency'>): string | null {
  if (corrections.length === 0) return null
  const lines = pluralize(corrections.length, 'line')
  return `${lines} corrected, ${formatMoney(corrections.reduce(changeOf, 0), currency)}`
}

function changeOf(sum: number, { wasCents, nowCents }: PayoutCorrection): number {
  return sum + nowCents - wasCents
}
