import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { asAppError } from '#platform/web/api.ts'
import { storeAnswer } from '#platform/web/query.ts'
import { toast } from '#platform/web/toasts.tsx'
import { useIsSelling } from '#platform/web/use-site.ts'
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
  const sells = useIsSelling()
  const change = useSwitchMails()
  // Without sales there are no affiliates.
  const shown = mails.filter(({ kind }) => sells || kind !== 'referrals')
  return shown.map(({ kind, isOn }) => {
    const { name, covers } = MAIL_KIND_TEXTS[kind]
    return (
      <Switch
        key={kind}
        label={name}
        hint={covers}
        checked={isOn}
        onChange={(next) => change.mutate({ kind, isOn: next })}
      />
    )
  })
}

/** Shows a change at once, and sends one after the other: each answer is the whole list. */
function useSwitchMails() {
  const client = useQueryClient()
  const withSession = useWithSession()
  const mails = accounts.mails.queryKey()
  const show = ({ kind, isOn }: MailSwitch) =>
    client.setQueryData(mails, (before) => before?.map((one) => (one.kind === kind ? { kind, isOn } : one)))
  return useMutation({
    mutationKey: SWITCH_MAILS,
    scope: { id: 'mails' },
    mutationFn: (change: MailSwitch) => withSession(() => accountsApi.switchMails(change)),
    async onMutate(change) {
      await client.cancelQueries({ queryKey: mails })
      show(change)
    },
    async onSuccess(answer) {
      // An answer does not know of the changes that wait behind it.
      if (client.isMutating({ mutationKey: SWITCH_MAILS }) === 1) await storeAnswer(client, mails, answer)
    },
    onError(error, { kind, isOn }) {
      show({ kind, isOn: !isOn })
      const { code, message } = asAppError(error)
      // The end of this session has its own message.
      if (code !== 'unauthorized') toast.error(message, { title: 'We couldn’t save this' })
    },
  })
}

const SWITCH_MAILS = ['switchMails']
