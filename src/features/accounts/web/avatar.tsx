import type { Account } from '../model/contract.ts'

/** The user's photo, or else the first letter of their name or of their e-mail's local part (spec §2). */
export function Avatar({ account }: { account: Pick<Account, 'displayName' | 'email' | 'photo'> }) {
  if (account.photo !== null) return <img src={account.photo} alt="" className="size-7 rounded-full object-cover" />
  return (
    <span
      aria-hidden="true"
      className="grid size-7 place-items-center rounded-full bg-accent-soft font-display text-sm font-bold text-accent-text uppercase"
    >
      {initialOf(account)}
    </span>
  )
}

/** First letter of the display name, falling back to the local part of the e-mail. */
function initialOf({ displayName, email }: Pick<Account, 'displayName' | 'email'>): string {
  const [first = '?'] = displayName.trim() || email.split('@')[0] || '?'
  return first.toUpperCase()
}
