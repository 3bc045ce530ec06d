import { OperatorCommissionsPage } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Commissions · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: commissions of affiliates.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/commissions, for operators: affiliates' commissions. */
export default function OperatorCommissions() {
  return (
    <OperatorFrame>
      <OperatorCommissionsPage />
    </OperatorFrame>
  )
}
