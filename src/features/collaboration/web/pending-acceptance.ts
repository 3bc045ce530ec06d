const KEY = 'accepting'

/** Remembers for this tab that the visitor accepted this invitation before the log-in. */
export function rememberAccepting(invitationId: string): void {
  sessionStorage.setItem(KEY, invitationId)
}

/** Whether the visitor accepted before the log-in; consumes the mark. */
export function consumeAccepting(invitationId: string): boolean {
  if (sessionStorage.getItem(KEY) !== invitationId) return false
  sessionStorage.removeItem(KEY)
  return true
}
