import { OperatorAlertsPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Alerts · Operator · ${siteName()}` },
  {
    name: 'description',
    content: 'For operators: who hears of problems, and from when on.',
  },
  { name: 'robots', content: 'noindex' },
]

/** /operator/alerts, for operators: who hears of problems, and from when on. */
export default function OperatorAlerts() {
  return (
    <OperatorFrame>
      <OperatorAlertsPage />
    </OperatorFrame>
  )
}
