import { RequireAccount } from '#features/accounts/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { VideoLibrary } from '../workspace/video-library.tsx'
import '../application.css'

export const meta = () => [{ title: `My videos · ${PRODUCT_NAME}` }]

/** /upload, for signed-in users (spec §2). */
export default function Upload() {
  return (
    <RequireAccount>
      <VideoLibrary />
    </RequireAccount>
  )
}
