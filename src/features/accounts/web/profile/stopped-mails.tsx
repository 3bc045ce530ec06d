import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatShortDay } from '#platform/shared/format/dates.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Account, Security } from '../../model/contract.ts'
import { accountsApi, useWithSession } from '../session.ts'
import { refreshProfile } from './security.ts'

type Props = {
  email: Account['email']
  stopped: NonNullable<Security['stoppedMails']>
  isVerified: boolean
}

/** Why no mails go to the address of the account, and how to get them again. */
export function StoppedMails({ email, stopped: { kind, reason, since }, isVerified }: Props) {
  // The owner of an address that nobody confirmed may be somebody else, who wants no mails.
  const canResume = kind === 'bounce' || isVerified
  const resume = useResumeMails(email)
  return (
    <Notice
      tone="warning"
      title={kind === 'bounce' ? 'Mail to this address came back' : 'Mails to this address are stopped'}
      actions={
        canResume && (
          <Button busy={resume.isPending} onClick={() => resume.mutate()}>
            Try again
          </Button>
        )
      }
    >
      {reason} Since {formatShortDay(since)} we send no mails there, except links that you ask for.{' '}
      {canResume
        ? 'Change the address, or try again: we send you a mail at once.'
        : 'Change the address, or contact us if it is yours.'}
    </Notice>
  )
}

function useResumeMails(email: string) {
  const client = useQueryClient()
  const withSession = useWithSession()
  return useMutation({
    mutationFn: () => withSession(() => accountsApi.resumeMails()),
    async onSuccess() {
      await refreshProfile(client)
      toast.success(`A mail is on its way to ${email}.`)
    },
    onError(error) {
      const { code, message } = asAppError(error)
      // The end of this session has its own message.
      if (code !== 'unauthorized') toast.error(message, { title: 'We couldn’t try again' })
    },
  })
}
