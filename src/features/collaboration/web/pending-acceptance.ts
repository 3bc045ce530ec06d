const KEY = 'accepting'

/** Remembers, for this tab, that the visitor wants to accept this invitation once they are let in. */
export function rememberAccepting(invitationId: string): void {
  sessionStorage.setItem(KEY, invitationId)
}

/** Whether the visitor had pressed "accept" before they were let in; asked once, then forgotten. */
export function consumeAccepting(invitationId: string): boolean {
  if (sessionStorage.getItem(KEY) !== invitationId) return false
  sessionStorage.removeItem(KEY)
  return true
}
