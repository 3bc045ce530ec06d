import { OperatorOverviewPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: the state of ledger, jobs, mails and files.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator, for operators: the state of ledgers, jobs, mails and files. */
export default function Operator() {
  return (
    <OperatorFrame>
      <OperatorOverviewPage />
    </OperatorFrame>
  )
}
