/** A job queued for longer than this, in milliseconds, needs attention. */
export const LONG_WAIT_MS = 300_000

/** A daily backup older than this, in milliseconds, needs attention: one was missed. */
export const LATE_BACKUP_MS = 36 * 3_600_000

/** Whether the settings make this address an operator's. @param operators addresses in lower case */
export function isOperatorAddress(operators: readonly string[], email: string): boolean {
  return operators.includes(email.toLowerCase())
}

/** `{ state: 'pending' → 'hold' }`: the changed facts as text, in the order of `after`. */
export function changesBetween(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): { readonly name: string; readonly was: string | null; readonly is: string | null }[] {
  const names = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return names
    .map((name) => ({ name, was: textOf(before?.[name]), is: textOf(after?.[name]) }))
    .filter(({ was, is }) => was !== is)
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
