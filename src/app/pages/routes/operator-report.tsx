import { OperatorCasePage } from '#features/abuse/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Report · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: what visitors reported about one page.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/reports/:caseId, for operators: one reported thing, and decisions about it. */
export default function OperatorReport({ params: { caseId = '' } }: PageProps) {
  return (
    <OperatorFrame>
      <OperatorCasePage key={caseId} caseId={caseId} />
    </OperatorFrame>
  )
}
