import { OperatorJobsPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Jobs · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: jobs by state and kind.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/jobs, for operators: jobs by state and kind. */
export default function OperatorJobs() {
  return (
    <OperatorFrame>
      <OperatorJobsPage />
    </OperatorFrame>
  )
}
