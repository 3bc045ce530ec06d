import { Link, NavLink } from 'react-router'
import { useAccount } from '#features/accounts/web/index.ts'
import { CreditCount } from '#features/credits/web/index.ts'
import { useMounted } from '#platform/web/use-mounted.ts'
import { buttonLook } from '#ui/button-look.ts'
import { classNames } from '#ui/class-names.ts'
import { Brand } from './brand.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { pagesFor } from './pages.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import { UserMenu } from './user-menu.tsx'
import { useScrolled } from './use-scrolled.ts'

/** Pixels of scrolling after which the bar stands out from the page (spec §9). */
const SCROLLED_PX = 20

/** The bar at the top of every page (spec §2). Who is signed in is known only after mounting. */
export function Header({ wide = false }: { /** As wide as the window, over a workspace. */ wide?: boolean }) {
  const scrolled = useScrolled(SCROLLED_PX)
  const mounted = useMounted()
  const account = useAccount()
  const user = mounted ? account.data : undefined

  return (
    <header
      data-scrolled={scrolled || undefined}
      className={classNames(
        'sticky top-0 z-30 h-header border-b transition-colors',
        scrolled ? 'border-border bg-bg/85 backdrop-blur-md' : 'border-transparent bg-bg',
      )}
    >
      <div className={classNames('mx-auto flex h-full items-center gap-2', wide ? 'px-3' : 'max-w-6xl px-4 sm:px-6')}>
        <Brand />
        <nav aria-label="Main" className="ml-6 flex gap-1 max-sm:hidden">
          {pagesFor(user).map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="hit-target rounded-md px-3 py-1.5 text-sm text-muted transition-colors hover:text-text aria-[current=page]:text-text"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1.5">
          {user && <CreditCount />}
          <ThemeToggle />
          {user && <UserMenu account={user} />}
          {user === null && <VisitorLinks />}
          {user === undefined && <span className="h-9 w-9 sm:w-36" />}
          <MobileMenu account={user} />
        </div>
      </div>
    </header>
  )
}

function VisitorLinks() {
  return (
    <div className="flex items-center gap-1.5 max-sm:hidden">
      <Link to="/login" className={buttonLook({ variant: 'ghost' })}>
        Login
      </Link>
      <Link to="/signup" className={buttonLook({ variant: 'secondary' })}>
        Sign Up
      </Link>
    </div>
  )
}
