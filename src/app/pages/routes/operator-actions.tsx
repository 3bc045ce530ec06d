import { OperatorActionsPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Audit log · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: the record of their actions.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/actions, for operators: the log of operator actions. */
export default function OperatorActions() {
  return (
    <OperatorFrame>
      <OperatorActionsPage />
    </OperatorFrame>
  )
}
