/**
 * The address typed into the log-in, sign-up or password form, prefilled in the next one (WCAG 2.2, 3.3.7). Kept in
 * memory only, until a log-in.
 */
export function enteredAddress(): string {
  return entered
}

/** Remembers the address typed so far. */
export function rememberAddress(address: string): void {
  entered = address
}

/** Forgets the address: the next person at this browser may be someone else. */
export function forgetAddress(): void {
  entered = ''
}

let entered = ''
