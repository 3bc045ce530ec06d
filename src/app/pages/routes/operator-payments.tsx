import { OperatorPaymentsPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Payments · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: the payments of all users.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/payments, for operators: the payments of all users. */
export default function OperatorPayments() {
  return (
    <OperatorFrame>
      <OperatorPaymentsPage />
    </OperatorFrame>
  )
}
