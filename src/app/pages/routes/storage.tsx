import { RequireAccount } from '#features/accounts/web/index.ts'
import { StoragePage } from '#features/storage/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Storage · ${siteName()}` },
  { name: 'description', content: 'Your videos and exports, with their sizes and the room that is left.' },
]

export const handle = { wideBar: true, needsAccount: true }

/** /storage, for signed-in users (spec §2). */
export default function Storage() {
  return (
    <RequireAccount>
      <StoragePage />
    </RequireAccount>
  )
}
