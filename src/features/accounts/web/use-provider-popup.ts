import { useEffect, useRef, useState } from 'react'
import type { Provider } from '../model/contract.ts'
import type { SIGN_IN_CHANNEL, SignInMessage } from '../model/requests.ts'

/** The progress of a log-in in the popup. */
export type PopupState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting' | 'closed' | 'blocked' | 'code'; readonly provider: Provider }
  | { readonly kind: 'refused'; readonly provider: Provider; readonly message: string }

const CHANNEL: typeof SIGN_IN_CHANNEL = 'wordpop-auth'
/** How often to check whether the popup was closed; no event reports that. */
const CLOSED_CHECK_MS = 400

/** The options of {@link useProviderPopup}. */
export type ProviderPopup = {
  /** Called when the popup reports a log-in. */
  onSignedIn: () => void
  /** Whether this is a reauthentication. */
  again?: boolean
  /** The address that was typed, for the form of the provider of its domain; nothing by default. */
  hint?: () => string
}

/** Logs in at a provider in a popup, whose last page reports the outcome on a channel of this site. */
export function useProviderPopup({ onSignedIn, again = false, hint = () => '' }: ProviderPopup) {
  const [state, setState] = useState<PopupState>({ kind: 'idle' })
  const attempt = useRef<SignInAttempt>(undefined)
  const leave = () => attempt.current?.end()

  useEffect(() => () => attempt.current?.end(), [])

  /** Call this in an event handler: browsers block other windows. */
  function start(provider: Provider) {
    leave()
    const popup = window.open(startUrl(provider, { again, hint: hint() }), CHANNEL, 'popup,width=480,height=680')
    if (popup === null) return setState({ kind: 'blocked', provider })
    setState({ kind: 'waiting', provider })
    attempt.current = watchPopup(popup, {
      signedIn() {
        setState({ kind: 'idle' })
        onSignedIn()
      },
      challenged: () => setState({ kind: 'code', provider }),
      refused: (message) => setState({ kind: 'refused', provider, message }),
      closed: () => setState({ kind: 'closed', provider }),
    })
  }

  function cancel() {
    attempt.current?.close()
    leave()
    setState({ kind: 'idle' })
  }

  return { state, start, cancel }
}

type SignInAttempt = { close(): void; end(): void }

/**
 * Watches one popup until its outcome. Keeps listening after the window seems closed: a provider that isolates its
 * pages makes an open window look closed, and the message of a closed one may still be on its way.
 */
function watchPopup(
  popup: Window,
  on: { signedIn(): void; challenged(): void; refused(message: string): void; closed(): void },
): SignInAttempt {
  const channel = new BroadcastChannel(CHANNEL)
  const timer = setInterval(() => {
    if (!popup.closed) return
    clearInterval(timer)
    on.closed()
  }, CLOSED_CHECK_MS)
  function end() {
    clearInterval(timer)
    channel.close()
  }
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data)
    if (message === undefined) return
    end()
    if (message.type === 'signed-in') on.signedIn()
    else if (message.type === 'second-factor') on.challenged()
    else on.refused(message.message)
  })
  return { close: () => popup.close(), end }
}

function startUrl({ id }: Provider, { again, hint }: { again: boolean; hint: string }): string {
  const asked = new URLSearchParams({ ...(again && { again: '' }), ...(hint !== '' && { hint }) }).toString()
  return `/api/auth/provider/${encodeURIComponent(id)}/start${asked === '' ? '' : `?${asked}`}`
}

function readMessage(data: unknown): SignInMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'signed-in' || data.type === 'second-factor') return { type: data.type }
  if (data.type !== 'refused') return undefined
  const message = 'message' in data && typeof data.message === 'string' ? data.message : 'The log-in was refused.'
  return { type: 'refused', message }
}
