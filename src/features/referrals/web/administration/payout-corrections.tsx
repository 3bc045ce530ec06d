import { formatMoment } from '#features/operations/web/index.ts'
import type { AdminPayout, PayoutCorrection } from '../../model/index.ts'
import { formatMoney as money } from '#platform/shared/money.ts'

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
                {referralUsername}, {correction.productName}: {money(correction.wasCents, currency)} →{' '}
                {correction.nowCents === 0 ? 'left out' : money(correction.nowCents, currency)}
              </span>
              <span className="block text-faint">
                {formatMoment(correction.date)}: {correction.reason}
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
  const lines = corrections.length === 1 ? '1 line' : `${corrections.length} lines`
  return `${lines} corrected, ${money(corrections.reduce(changeOf, 0), currency)}`
}

function changeOf(sum: number, { wasCents, nowCents }: PayoutCorrection): number {
  return sum + nowCents - wasCents
}
