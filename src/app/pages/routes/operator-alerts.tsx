import { OperatorAlertsPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Alerts · Operator · ${siteName()}` },
  {
    name: 'description',
    content: 'For operators: which problems cause an alert, and who receives it.',
  },
  { name: 'robots', content: 'noindex' },
]

/** /operator/alerts, for operators: which problems cause an alert, and who receives it. */
export default function OperatorAlerts() {
  return (
    <OperatorFrame>
      <OperatorAlertsPage />
    </OperatorFrame>
  )
}
