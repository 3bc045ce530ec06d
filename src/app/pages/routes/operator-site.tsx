import { OperatorSitePage } from '#features/site/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Site · Operator · ${siteName()}` },
  {
    name: 'description',
    content: 'For operators: the name, colour, addresses, banner and texts of the site.',
  },
  { name: 'robots', content: 'noindex' },
]

/** /operator/site, for operators: the name, colour, addresses, banner and texts of the site. */
export default function OperatorSite() {
  return (
    <OperatorFrame>
      <OperatorSitePage />
    </OperatorFrame>
  )
}
