import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Session } from '../../model/contract.ts'
import { accounts, accountsApi, useWithSession } from '../session.ts'
import { deviceName, isHandheld } from '../../model/index.ts'
import { lastSeenText } from './last-seen.ts'
import { SettingsSection } from './settings-section.tsx'

/** The account's sessions, each with a button to log it out. */
export function SessionsSection() {
  const sessions = useQuery(accounts.sessions.queryOptions({ refetchOnWindowFocus: true }))
  const logOutAll = useLogOutThere(() => accountsApi.revokeOtherSessions(), 'All other devices are logged out.')
  return (
    <SettingsSection title="Your devices" about="If you don’t recognise a device, log it out and change your password.">
      {sessions.isPending && (
        <div role="status" aria-label="Loading your devices">
          <Skeleton className="h-16" />
        </div>
      )}
      {sessions.isError && (
        <Notice
          tone="error"
          title="We couldn’t load your devices"
          actions={<Button onClick={() => void sessions.refetch()}>Try again</Button>}
        >
          {sessions.error.message}
        </Notice>
      )}
      {sessions.data && (
        <ul className="divide-y divide-border rounded-lg border border-border">
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} now={new Date(sessions.dataUpdatedAt)} />
          ))}
        </ul>
      )}
      {sessions.data && sessions.data.length > 1 && (
        <Button className="justify-self-start" busy={logOutAll.isPending} onClick={() => logOutAll.mutate()}>
          Log out all other devices
        </Button>
      )}
    </SettingsSection>
  )
}

type SessionRowProps = { session: Session; /** When the list was loaded. */ now: Date }

function SessionRow({ session: { id, current, userAgent, address, lastSeenAt }, now }: SessionRowProps) {
  const name = deviceName(userAgent)
  const logOut = useLogOutThere(() => accountsApi.revokeSession({ id }), `${name} is logged out.`)
  const Icon = isHandheld(userAgent) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-4 p-4">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-faint" strokeWidth={1.5} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name} {current && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-sm break-words text-muted">
          {current ? 'Active now' : lastSeenText(lastSeenAt, now)}
          {address !== null && ` · ${address}`}
        </p>
      </div>
      {!current && (
        <Button size="sm" busy={logOut.isPending} aria-label={`Log out ${name}`} onClick={() => logOut.mutate()}>
          Log out
        </Button>
      )}
    </li>
  )
}

function useLogOutThere(act: () => Promise<unknown>, done: string) {
  const client = useQueryClient()
  const withSession = useWithSession()
  return useMutation({
    mutationFn: () => withSession(act),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: accounts.sessions.queryKey() })
      toast.success(done)
    },
    onError(error) {
      const { code, message } = asAppError(error)
      // The end of this session has its own message.
      if (code !== 'unauthorized') toast.error(message, { title: 'We couldn’t log out the device' })
    },
  })
}
