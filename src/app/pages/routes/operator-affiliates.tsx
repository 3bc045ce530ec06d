import { OperatorAffiliatesPage } from '#features/referrals/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Affiliates · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: affiliates and applications.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/affiliates, for operators: affiliates and applicants. */
export default function OperatorAffiliates() {
  return (
    <OperatorFrame>
      <OperatorAffiliatesPage />
    </OperatorFrame>
  )
}
