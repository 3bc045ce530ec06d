import { UserReports } from '#features/abuse/web/index.ts'
import { OperatorUserPage } from '#features/operations/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'
import { OperatorFrame } from '../screens/operator-frame.tsx'
import '../application.css'

export const meta = () => [
  { title: `User · Operator · ${siteName()}` },
  { name: 'description', content: 'For operators: a user of this site.' },
  { name: 'robots', content: 'noindex' },
]

/** /operator/users/:userId, for operators: what a user has and does, and decisions about them. */
export default function OperatorUser({ params: { userId = '' } }: PageProps) {
  return (
    <OperatorFrame>
      <OperatorUserPage key={userId} userId={userId}>
        <UserReports userId={userId} />
      </OperatorUserPage>
    </OperatorFrame>
  )
}
