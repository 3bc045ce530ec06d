import { OperatorJobsPage } from '#features/operations/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Jobs · Operator · ${PRODUCT_NAME}` },
  {
    name: 'description',
    content: 'For whoever runs this site: what workers do, did not manage, and have before them.',
  },
  { name: 'robots', content: 'noindex' },
]

/** /operator/jobs, for operators: running, failed and queued jobs. */
export default function OperatorJobs() {
  return (
    <OperatorFrame>
      <OperatorJobsPage />
    </OperatorFrame>
  )
}
