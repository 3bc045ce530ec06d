import { RequireAccount } from '#features/accounts/web/index.ts'
import { LibrarySearch } from '#features/captions/web/index.ts'
import { UploadPage } from '#features/media/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

export const meta = () => [{ title: `My videos · ${PRODUCT_NAME}` }]

/** /upload, for signed-in users (spec §2). */
export default function Upload() {
  return (
    <RequireAccount>
      <UploadPage renderLibrary={(videos) => <LibrarySearch>{videos}</LibrarySearch>} />
    </RequireAccount>
  )
}
