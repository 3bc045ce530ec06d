import { RequireAccount } from '#features/accounts/web/index.ts'
import { StoragePage } from '#features/storage/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Storage · ${PRODUCT_NAME}` },
  { name: 'description', content: 'Your videos and exports, with their sizes and the room that is left.' },
]

/** /storage, for signed-in users (spec §2). */
export default function Storage() {
  return (
    <RequireAccount>
      <StoragePage />
    </RequireAccount>
  )
}
