import { OperatorUsersPage } from '#features/operations/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `Users · Operator · ${PRODUCT_NAME}` },
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
