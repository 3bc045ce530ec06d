import { useLocation } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { useBalance } from '#features/credits/web/index.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { BillingOverview } from '../model/index.ts'
import { CreditHistory } from './credits/credit-history.tsx'
import { CreditsCard } from './credits/credits-card.tsx'
import { WithdrawalNote } from './plans/withdrawal-note.tsx'
import { Invoices } from './invoices.tsx'
import { PlanCard } from './plans/plan-card.tsx'
import { isTestMoney } from './labels.ts'
import { PastDueNotice } from './plans/past-due-notice.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { TermsCard } from './plans/terms-card.tsx'
import { TestMoney } from './checkout/test-money.tsx'
import { type SoldCatalogue, useCatalogue } from './use-catalogue.ts'
import { UsageChart } from './credits/usage-chart.tsx'
import { useOverview } from './billing-queries.ts'

/** /billing: plan, payments and usage of an account. Rendered inside the guard. */
export function BillingPage() {
  const receipt = new URLSearchParams(useLocation().search).get('receipt')
  const { data: account } = useAccount()
  const sold = useCatalogue()
  if (!account) return null
  return (
    <>
      {isTestMoney(sold?.provider) && <TestMoney />}
      <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6 sm:py-10">
        <h1 className="text-2xl sm:text-3xl print:hidden">Billing</h1>
        {receipt === null ? (
          <>
            {sold?.provider === null ? <NothingSold /> : <Paid sold={sold} />}
            <CreditHistory />
          </>
        ) : (
          <ReceiptSheet invoiceId={receipt} isTest={isTestMoney(sold?.provider)} />
        )}
      </div>
    </>
  )
}

/** A site without billing. */
function NothingSold() {
  const balance = useBalance()
  return (
    <>
      <p className="mt-3 text-lg text-muted">
        {balance.data?.unlimited === true
          ? 'Credits are unlimited on this site, and there is nothing to pay.'
          : 'Nothing can be bought on this site.'}
      </p>
      {balance.data?.unlimited === false && (
        <div className="mt-8 grid sm:grid-cols-2">
          <CreditsCard packs={[]} sold={undefined} />
        </div>
      )}
    </>
  )
}

function Paid({ sold }: { sold: SoldCatalogue | undefined }) {
  const overview = useOverview(sold !== undefined)
  if (overview.isError) {
    return (
      <div className="mt-8">
        <Notice
          tone="error"
          title="We couldn’t load your plan"
          actions={<Button onClick={() => void overview.refetch()}>Try again</Button>}
        >
          {overview.error.message}
        </Notice>
      </div>
    )
  }
  if (sold === undefined || overview.data === undefined) {
    return (
      <div aria-hidden="true" className="mt-8 grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
    )
  }
  return <Overview overview={overview.data} at={overview.dataUpdatedAt} sold={sold} />
}

/** @param props.at when the overview was loaded, in milliseconds since 1970 */
function Overview({ overview, at, sold }: { overview: BillingOverview; at: number; sold: SoldCatalogue }) {
  return (
    <>
      {overview.subscription?.state === 'past_due' && <PastDueNotice isTest={isTestMoney(sold.provider)} />}
      <div className="mt-8 grid items-start gap-4 md:grid-cols-[1.15fr_1fr]">
        <PlanCard overview={overview} sold={sold} />
        <CreditsCard packs={overview.packs} sold={sold} />
      </div>
      <TermsCard />
      <UsageChart usage={overview.usage} today={new Date(at)} />
      <Invoices />
      <div className="mt-4 max-w-[44rem]">
        <WithdrawalNote />
      </div>
    </>
  )
}
