import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Account } from '../../model/contract.ts'
import type { NAME_MAX } from '../../model/requests.ts'
import { accountsApi, showAccount, useWithSession } from '../session.ts'
import { useForm } from '../use-form.ts'
import { Photo } from './photo.tsx'
import { SettingsSection } from './settings-section.tsx'

const LONGEST_NAME: typeof NAME_MAX = 80

/** The picture and the name. */
export function ProfileSection({ account }: { account: Account }) {
  return (
    <SettingsSection title="You" about="Shown here and to people you work with.">
      <Photo account={account} />
      <NameForm account={account} />
    </SettingsSection>
  )
}

function NameForm({ account }: { account: Account }) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const { busy, submit, errorAt, clear } = useForm<'displayName'>({
    fields: ['displayName'],
    async send(entered) {
      const displayName = entered('displayName').trim()
      await showAccount(client, await withSession(() => accountsApi.updateProfile({ displayName })))
      toast.success('Your name is saved.')
    },
  })
  const formError = errorAt('form')
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} onInput={clear} className="grid gap-4">
      {formError !== undefined && <Notice tone="error">{formError}</Notice>}
      <TextField
        name="displayName"
        label="Display name"
        hint="Optional. Without a name we show your e-mail address."
        autoComplete="name"
        defaultValue={account.displayName}
        maxLength={LONGEST_NAME}
        error={errorAt('displayName')}
      />
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
        Save name
      </Button>
    </form>
  )
}
