import { RequireAccount } from '#features/accounts/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import { VideoLibrary } from '../workspace/video-library.tsx'
import '../application.css'

export const meta = () => [{ title: `My videos · ${siteName()}` }]

export const handle = { wideBar: true, needsAccount: true }

/** /upload, for signed-in users (spec §2). */
export default function Upload() {
  return (
    <RequireAccount>
      <VideoLibrary />
    </RequireAccount>
  )
}
