import type { ReactNode } from 'react'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import type { Account } from '../../model/contract.ts'
import { useAccount } from '../session.ts'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { EmailSection } from './email-section.tsx'
import { MailsSection } from './mails-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { useSecurity } from './security.ts'
import { SessionsSection } from './sessions-section.tsx'
import { SettingsSection } from './settings-section.tsx'

/**
 * /profile: what a user can see and change about their account (spec §7). Rendered inside the guard.
 * @param props.onDeleted stops work that depends on the account, for example uploads
 * @param props.glossary the words that the account writes its own way
 * @param props.notice what is special about the account
 */
export function ProfilePage({ onDeleted, ...parts }: { onDeleted?: () => void } & Parts) {
  const account = useAccount()
  // Remount for another account: a provider's window may log in a different user.
  return account.data ? <Profile key={account.data.id} account={account.data} onDeleted={onDeleted} {...parts} /> : null
}

/** What other features show on the page. */
type Parts = { glossary?: ReactNode; notice?: ReactNode }

type ProfileProps = { account: Account; onDeleted: (() => void) | undefined }

function Profile({ account, onDeleted, glossary, notice }: ProfileProps & Parts) {
  return (
    <div className="mx-auto max-w-4xl px-4 py-8 sm:px-6 sm:py-10">
      <h1 className="mb-8 text-2xl sm:text-3xl">Profile</h1>
      {notice}
      <ProfileSection account={account} />
      <Secured account={account} />
      <PreferencesSection />
      <MailsSection />
      {glossary !== undefined && (
        <SettingsSection title="Glossary" about="New captions of your videos write these words your way.">
          {glossary}
        </SettingsSection>
      )}
      <SessionsSection />
      <DataSection />
      <Leaving account={account} onDeleted={onDeleted} />
    </div>
  )
}

/** The address and the ways to log in, once the security settings have loaded. */
function Secured({ account }: { account: Account }) {
  const security = useSecurity()
  if (security.data) {
    return (
      <>
        <EmailSection account={account} security={security.data} />
        <PasswordSection account={account} security={security.data} />
        <SecondFactorSection security={security.data} />
        <PasskeysSection security={security.data} now={new Date(security.dataUpdatedAt)} />
      </>
    )
  }
  return (
    <div className="border-t border-border py-8">
      {security.isError ? (
        <Notice
          tone="error"
          title="We couldn’t load your e-mail and password settings"
          actions={<Button onClick={() => void security.refetch()}>Try again</Button>}
        >
          {security.error.message}
        </Notice>
      ) : (
        <div role="status" aria-label="Loading your e-mail and password settings">
          <Skeleton className="h-40" />
        </div>
      )}
    </div>
  )
}

function Leaving({ account, onDeleted }: ProfileProps) {
  const security = useSecurity()
  if (!security.data) return null
  return <DeleteSection account={account} security={security.data} onDeleted={onDeleted} />
}
