import { Clapperboard, CreditCard, HardDrive, LogOut, Palette, UserRound, Users, Wrench } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Avatar, useLogOut } from '#features/accounts/web/index.ts'
import { stopUploads } from '#features/media/web/index.ts'
import { useOperator } from '#features/operations/web/index.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { Badge } from '#ui/badge.tsx'
import { Menu, MenuItem, menuItemClass, MenuSeparator } from '#ui/menu.tsx'
import { OUTSIDE_AFTER_MS } from './outside.ts'
import { userPagesFor } from './pages.ts'
import type { SignedIn } from './viewer.ts'

/** The signed-in user's menu (spec §2). */
export function UserMenu({ account, isAffiliate }: { account: SignedIn; isAffiliate: boolean }) {
  const logOut = useLogOut({ before: stopUploads })
  const sells = useIsSelling()
  // Asked when somebody reaches for the menu: almost nobody is an operator.
  const [isReached, setIsReached] = useState(false)
  const { data: operator } = useOperator({ enabled: isReached })
  const isOperator = operator !== undefined && operator.role !== null
  const name = account.displayName.trim() || account.email
  return (
    <Menu
      label="Your account"
      align="end"
      outsideAfterMs={OUTSIDE_AFTER_MS}
      renderTrigger={(props) => (
        <button
          type="button"
          {...props}
          onPointerEnter={() => setIsReached(true)}
          onFocus={() => setIsReached(true)}
          aria-label={`Your account: ${name}`}
          className="hit-target ml-1 rounded-full"
        >
          <Avatar account={account} />
        </button>
      )}
      header={
        <div className="mb-1 border-b border-border px-2.5 pt-1.5 pb-2.5">
          <p className="max-w-56 truncate text-sm font-medium">{name}</p>
          {name !== account.email && <p className="max-w-56 truncate text-xs text-faint">{account.email}</p>}
        </div>
      }
    >
      {userPagesFor(account, { isAffiliate, sells, isOperator }).map(({ to, label, tag }) => {
        const Icon = ICONS[label] ?? UserRound
        return (
          <Link key={to} to={to} role="menuitem" tabIndex={-1} className={menuItemClass()}>
            <Icon aria-hidden="true" />
            <span className="grow">{label}</span>
            {tag !== undefined && <Badge tone={tag === 'Pro' ? 'premium' : 'neutral'}>{tag}</Badge>}
          </Link>
        )
      })}
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void logOut()}>
        Logout
      </MenuItem>
    </Menu>
  )
}

const ICONS: Readonly<Record<string, typeof UserRound>> = {
  'My videos': Clapperboard,
  Storage: HardDrive,
  'Brand kit': Palette,
  Collaborators: Users,
  Billing: CreditCard,
  Operator: Wrench,
}
