import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { describeContract } from '../../model/describe-contract.ts'
import type { CustomerTerms } from '../../model/contract-terms.ts'
import { limitLines } from '../../model/limit-lines.ts'
import { useTerms } from '../billing-queries.ts'

/** The contract of an account, and the limits that apply to it. */
export function TermsCard() {
  const terms = useTerms()
  return (
    <section aria-labelledby="your-limits" className="mt-4 rounded-xl border border-border bg-surface p-6">
      <h2 id="your-limits" className="text-sm font-medium text-muted">
        Your limits
      </h2>
      {terms.isPending && <Skeleton className="mt-3 h-24 w-full" />}
      {terms.isError && <p className="mt-2 text-sm text-muted">{terms.error.message}</p>}
      {terms.data && (
        <>
          {terms.data.contract !== null && <p className="mt-2">{contractText(terms.data.contract)}</p>}
          {terms.data.isLowered && <p className="mt-2 text-sm text-warning">{LOWERED}</p>}
          <LimitList terms={terms.data} />
        </>
      )}
    </section>
  )
}

const LOWERED = 'We have lowered some limits of your account. Contact us if you think that this is a mistake.'

function contractText(contract: NonNullable<CustomerTerms['contract']>): string {
  const { endsAt, credits } = contract
  const until = endsAt === null ? 'without an end date' : `until ${formatLongDay(endsAt, 'utc')}`
  const monthly = credits === 0 ? '' : ` It brings ${formatNumber(credits)} credits a month.`
  return `Your ${describeContract(contract)} runs ${until}.${monthly} There is nothing to pay for it here.`
}

function LimitList({ terms: { limits } }: { terms: CustomerTerms }) {
  return (
    <dl className="tabular mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
      {limitLines(limits)
        .filter(({ key }) => key !== 'queue' && key !== 'jobsInLine')
        .map(({ key, name, text }) => (
          <div key={key}>
            <dt className="text-sm text-faint">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A notice for accounts whose limits an operator has lowered; nothing for others. */
export function LoweredLimits() {
  const { data } = useTerms()
  if (data?.isLowered !== true) return null
  return (
    <Notice tone="warning" title="Your account has lower limits">
      <p>{LOWERED}</p>
      <LimitList terms={data} />
    </Notice>
  )
}
