import { OperatorsPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Operators · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: who runs the site, with which role.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/operators, for operators: who runs the site. */
export default function Operators() {
  return (
    <OperatorFrame>
      <OperatorsPage />
    </OperatorFrame>
  )
}
