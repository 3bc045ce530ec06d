import { OperatorReportsPage } from '#features/abuse/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Reports · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: public pages that visitors reported.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/reports, for operators: reports and objections. */
export default function OperatorReports() {
  return (
    <OperatorFrame>
      <OperatorReportsPage />
    </OperatorFrame>
  )
}
