/**
 * The address that was typed into the log-in, the sign-up or the forgotten password, for the next of them: nobody types
 * it twice (WCAG 2.2, 3.3.7). It is kept in memory only, until somebody is let in.
 */
export function enteredAddress(): string {
  return entered
}

/** Keeps what was typed so far. */
export function rememberAddress(address: string): void {
  entered = address
}

/** Forgets it: who comes to this browser next is somebody else. */
export function forgetAddress(): void {
  entered = ''
}

let entered = ''
