import { OperatorMailPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Mail · Operator · ${siteName()}` },
  {
    name: 'description',
    content: 'For operators: how mails are sent, and those that failed.',
  },
  { name: 'robots', content: 'noindex' },
]

/** /operator/mail, for operators: how mails are sent, and those that failed. */
export default function OperatorMail() {
  return (
    <OperatorFrame>
      <OperatorMailPage />
    </OperatorFrame>
  )
}
