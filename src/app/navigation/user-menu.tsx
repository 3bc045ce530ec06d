import { Clapperboard, LogOut } from 'lucide-react'
import { Link } from 'react-router'
import { Avatar, type useAccount, useLogOut } from '#features/accounts/web/index.ts'
import { stopUploads } from '#features/media/web/index.ts'
import { Menu, MenuItem, menuItemLook, MenuSeparator } from '#ui/menu.tsx'

type SignedIn = NonNullable<ReturnType<typeof useAccount>['data']>

/** The signed-in user's menu (spec §2), with the pages that exist. */
export function UserMenu({ account }: { account: SignedIn }) {
  const logOut = useLogOut(stopUploads)
  const name = account.displayName.trim() || account.email
  return (
    <Menu
      label="Your account"
      align="end"
      renderTrigger={(props) => (
        <button type="button" {...props} aria-label={`Your account: ${name}`} className="hit-target ml-1 rounded-full">
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
      <Link to="/upload" role="menuitem" tabIndex={-1} className={menuItemLook()}>
        <Clapperboard aria-hidden="true" />
        My videos
      </Link>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void logOut()}>
        Logout
      </MenuItem>
    </Menu>
  )
}
