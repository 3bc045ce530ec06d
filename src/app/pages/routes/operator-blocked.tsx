import { BlockedAddressesPage } from '#features/abuse/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Blocked addresses · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: addresses with which nobody can open an account.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/blocked, for operators: blocked domains and addresses. */
export default function OperatorBlocked() {
  return (
    <OperatorFrame>
      <BlockedAddressesPage />
    </OperatorFrame>
  )
}
