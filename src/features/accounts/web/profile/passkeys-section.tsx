import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { useSite } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import type { Security } from '../../model/contract.ts'
import { passkeyProblem } from '../../model/passkey-site.ts'
import type { Passkey } from '../../model/passkeys.ts'
import { whenText } from './last-seen.ts'
import type { OpenPasskeyDialog } from './passkey-dialogs.tsx'
import { SettingsSection } from './settings-section.tsx'

const Dialogs = lazy(async () => ({ default: (await import('./passkey-dialogs.tsx')).PasskeyDialogs }))

/** The passkeys: added, renamed and removed. @param props.now when `security` was loaded */
export function PasskeysSection({ security, now }: { security: Security; now: Date }) {
  const [open, setOpen] = useState<OpenPasskeyDialog>()
  const site = useSite()
  const problem = site === undefined ? null : passkeyProblem(site.origin)
  return (
    <SettingsSection
      title="Passkeys"
      about="Log in with your fingerprint, face, PIN or security key instead of a password. A passkey is a second factor too."
    >
      {security.passkeys.length === 0 ? (
        <p className="text-sm text-muted">{problem ?? 'You have no passkey yet.'}</p>
      ) : (
        <ul aria-label="Passkeys" className="divide-y divide-border rounded-lg border border-border">
          {security.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} now={now} onOpen={setOpen} />
          ))}
        </ul>
      )}
      {problem === null ? (
        <Button className="justify-self-start" onClick={() => setOpen({ name: 'add' })}>
          Add a passkey
        </Button>
      ) : (
        security.passkeys.length > 0 && <p className="text-sm text-muted">{problem}</p>
      )}
      {open !== undefined && (
        <Suspense>
          <Dialogs open={open} security={security} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </SettingsSection>
  )
}

function PasskeyRow({
  passkey,
  now,
  onOpen,
}: {
  passkey: Passkey
  now: Date
  onOpen: (dialog: OpenPasskeyDialog) => void
}) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-faint" strokeWidth={1.5} />
      <div className="min-w-40 grow basis-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          Added {formatLongDay(createdAt)} ·{' '}
          {lastUsedAt === null ? 'Not used yet' : `Used ${whenText(lastUsedAt, now)}`}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={`Rename ${name}`} onClick={() => onOpen({ name: 'rename', passkey })}>
          Rename
        </Button>
        <Button size="sm" aria-label={`Remove ${name}`} onClick={() => onOpen({ name: 'remove', passkey })}>
          Remove
        </Button>
      </div>
    </li>
  )
}
