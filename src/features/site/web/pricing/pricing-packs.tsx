import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Pack, PACK_LASTS_MONTHS, type PackId } from '#features/billing/model/index.ts'
import { formatDollars } from '#platform/shared/format/dollars.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { buttonClass } from '#ui/button-class.ts'
import { type CaptionPrice, formatSpan, videosFor } from '../../model/pricing.ts'

/** One-time credit packs, on top of any plan. */
export function CreditPacks({
  packs,
  price,
  choose,
}: {
  packs: readonly Pack[]
  price: CaptionPrice
  choose: ((pack: PackId) => ReactNode) | undefined
}) {
  return (
    <section aria-labelledby="packs" className="drawn-later border-t border-border">
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-8 px-4 py-16 sm:px-6 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <h2 id="packs" className="scroll-mt-24 text-3xl">
            A busy week
          </h2>
          <p className="mt-4 max-w-[36rem] text-lg text-muted">
            Packs add credits to any plan, the free one too. You pay once, and they last {PACK_LASTS_MONTHS} months.
          </p>
        </div>
        <ul className="grid gap-px self-start overflow-hidden rounded-xl border border-border bg-border sm:grid-cols-2">
          {packs.map((pack) => (
            <li key={pack.id} className="flex flex-col gap-5 bg-surface p-6">
              <div>
                <h3 className="tabular text-2xl">{formatNumber(pack.credits)} credits</h3>
                <p className="tabular mt-1 text-muted">
                  {formatDollars(pack.cents)}, about {videosFor(pack.credits, price)} videos of up to{' '}
                  {formatSpan(price)}
                </p>
              </div>
              <div className="mt-auto grid">
                {choose?.(pack.id) ?? (
                  <Link to="/signup" className={buttonClass({ size: 'lg' })}>
                    Sign up to add credits
                  </Link>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
