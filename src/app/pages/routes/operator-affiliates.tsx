import { OperatorAffiliatesPage } from '#features/referrals/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Affiliates · Operator · ${PRODUCT_NAME}` },
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
