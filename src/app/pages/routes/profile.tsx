import { ProfilePage, RequireAccount } from '#features/accounts/web/index.ts'
import { LoweredLimits } from '#features/billing/web/index.ts'
import { stopUploads } from '#features/media/web/index.ts'
import { AccountGlossary } from '#features/transcription/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import '../application.css'

export const meta = () => [
  { title: `Profile · ${siteName()}` },
  { name: 'description', content: 'Your name, e-mail, password, devices and data.' },
]

export const handle = { wideBar: true, needsAccount: true }

/** /profile, for signed-in users (spec §2). */
export default function Profile() {
  return (
    <RequireAccount>
      <ProfilePage onDeleted={stopUploads} glossary={<AccountGlossary />} notice={<LoweredLimits />} />
    </RequireAccount>
  )
}
