/** Why an address is refused, as one sentence; undefined if it looks valid. The server validates it fully. */
export function emailProblem(email: string): string | undefined {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email) ? undefined : 'Enter an e-mail address like name@example.com.'
}
