import { useMounted } from '#platform/web/use-mounted.ts'
import { useInvitation } from './invitation-queries.ts'

const PATH = /^\/accept-invitation\/(?<id>[\w-]+)$/u

/** The person an invitation asks to log in or sign up. */
type Invited = { readonly email: string; readonly ownerName: string }

/**
 * The invitation in a log-in page's address, if it can still be accepted.
 * @param search the router's `location.search`
 */
export function useInvitedEmail(search: string): Invited | undefined {
  const mounted = useMounted()
  const from = mounted ? (new URLSearchParams(search).get('from') ?? '') : ''
  const id = PATH.exec(from)?.groups?.['id']
  const { data } = useInvitation(id)
  return data?.state === 'open' ? data : undefined
}
