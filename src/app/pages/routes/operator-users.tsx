import { OperatorUsersPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Users · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: the users of this site.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/users, for operators: everybody with an account. */
export default function OperatorUsers() {
  return (
    <OperatorFrame>
      <OperatorUsersPage />
    </OperatorFrame>
  )
}
