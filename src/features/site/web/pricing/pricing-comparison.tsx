import type { Interval, Plan } from '#features/billing/model/index.ts'
import { formatDollars } from '#platform/shared/format/dollars.ts'
import { COMPARED } from '../../model/pricing-points.ts'
import { planTitle, priceOf } from '../../model/pricing.ts'

/**
 * All differences between the plans. On a phone the name of a row is above its five cells, so that all plans fit side
 * by side without scrolling.
 */
export function Comparison({ plans, interval }: { plans: readonly Plan[]; interval: Interval }) {
  const price = { name: 'Price', of: (plan: Plan) => formatPlanPrice(plan, interval) }
  return (
    <section aria-labelledby="compare" className="drawn-later border-t border-border">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6">
        <h2 id="compare" className="scroll-mt-24 text-3xl">
          All plans side by side
        </h2>
        <table className="mt-8 w-full table-fixed text-sm max-md:block">
          <thead className="max-md:sticky max-md:top-header max-md:z-10 max-md:block max-md:bg-bg">
            <tr className={ROW}>
              <td className="w-1/5 max-md:hidden" />
              {plans.map((plan) => (
                <th
                  key={plan.name}
                  scope="col"
                  className="py-3 pr-3 text-left align-bottom font-semibold max-md:pr-0 max-md:text-xs"
                >
                  {planTitle(plan)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {[price, ...COMPARED].map(({ name, of }) => (
              <tr key={name} className={`${ROW} border-t border-border max-md:py-3`}>
                <th scope="row" className="py-3 pr-6 text-left font-normal text-muted max-md:col-span-5 max-md:p-0">
                  {name}
                </th>
                {plans.map((plan) => (
                  <td key={plan.name} className="tabular py-3 pr-3 max-md:p-0 max-md:text-xs">
                    {of(plan)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function formatPlanPrice(plan: Plan, interval: Interval): string {
  const cost = priceOf(plan, interval)
  return cost === null ? 'By contract' : `${formatDollars(cost.monthCents)} a month`
}

const ROW = 'max-md:grid max-md:grid-cols-5 max-md:gap-x-2 max-md:gap-y-1'
