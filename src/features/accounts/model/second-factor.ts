/** How many recovery codes an account has; each works once. */
export const RECOVERY_CODES = 10

/** Whether this text has the form of a code of an authenticator app: six digits, with or without spaces. */
export function isAppCode(text: string): boolean {
  return /^\d{6}$/.test(text.replaceAll(' ', ''))
}

/** A recovery code as it was shown: `abcde-fghjk`, from any case and spacing. */
export function tidyRecoveryCode(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** The secret within `otpauth://totp/…?secret=…`, in groups of four for typing. */
export function secretIn(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
