import { RequireAccount } from '#features/accounts/web/index.ts'
import { CollaboratorsPage } from '#features/collaboration/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Collaborators · ${siteName()}` },
  { name: 'description', content: 'The people who work on your videos with you.' },
]

export const handle = { wideBar: true, needsAccount: true }

/** /collaborators, for signed-in users (spec §2). */
export default function Collaborators() {
  return (
    <RequireAccount>
      <CollaboratorsPage />
    </RequireAccount>
  )
}
