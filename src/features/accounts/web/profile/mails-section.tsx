import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asAppError } from '#platform/web/api.ts'
import { storeAnswer } from '#platform/web/query.tsx'
import { toast } from '#platform/web/toasts.tsx'
import { useSells } from '#platform/web/use-site.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import type { MailSwitch } from '../../model/contract.ts'
import { MAIL_KIND_TEXTS } from '../../model/mail-kinds.ts'
import { accounts, accountsApi, useWithSession } from '../session.ts'
import { SettingsSection } from './settings-section.tsx'

/** Which mails the person gets, of those that they may do without. */
export function MailsSection() {
  const mails = useQuery(accounts.mails.queryOptions({ staleTime: 30_000, refetchOnWindowFocus: true }))
  return (
    <SettingsSection title="Mails" about="Mails about your log-in, access, payments and expiry come in any case.">
      {mails.data !== undefined && <Switches mails={mails.data} />}
      {mails.isPending && (
        <div role="status" aria-label="Loading which mails you get">
          <Skeleton className="h-24" />
        </div>
      )}
      {mails.isError && mails.data === undefined && (
        <Notice
          tone="error"
          title="We couldn’t load which mails you get"
          actions={<Button onClick={() => void mails.refetch()}>Try again</Button>}
        >
          {mails.error.message}
        </Notice>
      )}
    </SettingsSection>
  )
}

function Switches({ mails }: { mails: readonly MailSwitch[] }) {
  const sells = useSells()
  const change = useSwitchMails()
  // Without sales there are no affiliates.
  const shown = mails.filter(({ kind }) => sells || kind !== 'referrals')
  return shown.map(({ kind, isOn }) => {
    const isChanging = change.isPending && change.variables.kind === kind
    const { name, covers } = MAIL_KIND_TEXTS[kind]
    return (
      <Switch
        key={kind}
        label={name}
        hint={covers}
        checked={isChanging ? change.variables.isOn : isOn}
        onChange={(next) => change.mutate({ kind, isOn: next })}
      />
    )
  })
}

function useSwitchMails() {
  const client = useQueryClient()
  const withSession = useWithSession()
  return useMutation({
    mutationFn: (change: MailSwitch) => withSession(() => accountsApi.switchMails(change)),
    onSuccess: (mails) => storeAnswer(client, accounts.mails.queryKey(), mails),
    onError(error) {
      const { code, message } = asAppError(error)
      // The end of this session has its own message.
      if (code !== 'unauthorized') toast.error(message, { title: 'We couldn’t save this' })
    },
  })
}
