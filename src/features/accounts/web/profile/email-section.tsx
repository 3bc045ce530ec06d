import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Account, Security } from '../../model/contract.ts'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { SendMailButton } from './send-mail-button.tsx'
import { SettingsSection } from './settings-section.tsx'
import { StoppedMails } from './stopped-mails.tsx'

/** The address: whether it is verified, and how to change it. */
export function EmailSection({ account, security }: { account: Account; security: Security }) {
  const [changing, setChanging] = useState(false)
  return (
    <SettingsSection title="E-mail" about="Your log-in, and the address for our mails.">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 font-medium wrap-anywhere">{account.email}</p>
        <Badge tone={security.emailVerified ? 'success' : 'warning'}>
          {security.emailVerified ? 'Verified' : 'Not verified'}
        </Badge>
      </div>
      {security.stoppedMails !== null && (
        <StoppedMails email={account.email} stopped={security.stoppedMails} isVerified={security.emailVerified} />
      )}
      {!security.emailVerified && security.stoppedMails === null && (
        <Notice
          tone="info"
          title="Please verify this address"
          actions={<SendMailButton path="/send-verification-email" email={account.email} label="Resend the mail" />}
        >
          Open the link in the mail we sent you, to confirm that the address is yours.
        </Notice>
      )}
      {security.pendingEmail !== null && (
        <Notice tone="info" title={`Confirm ${security.pendingEmail}`}>
          Open the link in the mail we sent there. Until then you keep using {account.email}.
        </Notice>
      )}
      <Button icon={<MailCheck aria-hidden="true" />} className="justify-self-start" onClick={() => setChanging(true)}>
        Change e-mail
      </Button>
      <ChangeEmailDialog account={account} security={security} open={changing} onClose={() => setChanging(false)} />
    </SettingsSection>
  )
}
