import { ChevronDown } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { buttonClass } from '#ui/button-class.ts'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { OUTSIDE_AFTER_MS } from './outside.ts'
import { type Page, pagesFor, type Room } from './pages.ts'
import { UpgradeLink } from './upgrade-link.tsx'
import { useMedia } from '#platform/web/use-media.ts'
import type { Viewer } from './viewer.ts'

/** The links in the bar. Links without room move under "More". */
export function BarLinks({ viewer }: { viewer: Viewer }) {
  const pages = pagesFor(viewer)
  return (
    <nav aria-label="Main" className="ml-2 flex items-center max-sm:hidden lg:ml-4">
      {pages.map(({ to, label, room }) => (
        <NavLink key={to} to={to} end className={`${LINK_CLASS} ${FROM[room]}`}>
          {label}
        </NavLink>
      ))}
      <More pages={pages} viewer={viewer} />
    </nav>
  )
}

function More({ pages, viewer }: { pages: readonly Page[]; viewer: Viewer }) {
  const md = useMedia('(min-width: 48rem)')
  // The button appears at every width that lacks room for a page.
  if (pages.every(({ room }) => room === 'sm')) return null
  const hidden = pages.filter(({ room }) => room === 'lg' || (room === 'md' && !md))
  return (
    <div className="lg:hidden">
      <Menu
        label="More pages"
        outsideAfterMs={OUTSIDE_AFTER_MS}
        renderTrigger={(props) => (
          <button type="button" {...props} className={`${LINK_CLASS} flex items-center gap-1`}>
            More
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </button>
        )}
      >
        {hidden.map(({ to, label }) => (
          <Link key={to} to={to} role="menuitem" tabIndex={-1} className={menuItemClass()}>
            {label}
          </Link>
        ))}
        {!md && <UpgradeLink viewer={viewer} role="menuitem" tabIndex={-1} className={menuItemClass()} />}
      </Menu>
    </div>
  )
}

/** Login and Sign Up, for visitors. */
export function VisitorLinks() {
  return (
    <div className="flex items-center gap-1.5 max-sm:hidden">
      <Link to="/login" className={buttonClass({ variant: 'ghost', className: 'max-md:px-2' })}>
        Login
      </Link>
      <Link to="/signup" className={buttonClass({ variant: 'secondary' })}>
        Sign Up
      </Link>
    </div>
  )
}

const LINK_CLASS =
  'hit-target whitespace-nowrap rounded-md px-2.5 py-1.5 text-sm text-muted transition-colors hover:text-text aria-[current=page]:text-text'
const FROM: Readonly<Record<Room, string>> = { sm: '', md: 'max-md:hidden', lg: 'max-lg:hidden' }
