import { classNames } from '#ui/class-names.ts'
import type { Account } from '../model/contract.ts'

/** The user's photo, or the first letter of their name or of the local part of their e-mail (spec §2). */
export function Avatar({
  account,
  size = 'sm',
}: {
  account: Pick<Account, 'displayName' | 'email' | 'photo'>
  /** 28 or 72 px. */
  size?: 'sm' | 'lg'
}) {
  const className = classNames('shrink-0 rounded-full', SIZE[size])
  if (account.photo !== null)
    return <img src={account.photo} alt="" className={classNames(className, 'object-cover')} />
  return (
    <span
      aria-hidden="true"
      className={classNames(
        className,
        'grid place-items-center bg-accent-soft font-display font-bold text-accent-text uppercase',
      )}
    >
      {initialOf(account)}
    </span>
  )
}

const SIZE = { sm: 'size-7 text-sm', lg: 'size-18 text-2xl' }

/** First letter of the display name, falling back to the local part of the e-mail. */
function initialOf({ displayName, email }: Pick<Account, 'displayName' | 'email'>): string {
  const [first = '?'] = displayName.trim() || email.split('@')[0] || '?'
  return first.toUpperCase()
}
