import { OperatorPayoutsPage } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Payouts · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: payouts to affiliates.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/payouts, for operators: payouts to affiliates. */
export default function OperatorPayouts() {
  return (
    <OperatorFrame>
      <OperatorPayoutsPage />
    </OperatorFrame>
  )
}
