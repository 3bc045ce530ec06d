import { Menu as MenuIcon, X } from 'lucide-react'
import { type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { reserveScrollbarRoom } from '#ui/reserve-scrollbar-room.ts'
import { useDismiss } from '#ui/use-dismiss.ts'
import { OUTSIDE_AFTER_MS } from './outside.ts'
import { morePagesFor, pagesFor } from './pages.ts'
import { UpgradeLink } from './upgrade-link.tsx'
import type { Viewer } from './viewer.ts'

/**
 * The links on a phone: Escape, a click outside and opening the user menu close it, and the page behind does not
 * scroll while it is open (spec §2).
 */
export function MobileMenu({ viewer }: { viewer: Viewer }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const openedAt = useRef(key)

  useDismiss(panel, { open, anchor: button, afterMs: OUTSIDE_AFTER_MS })
  useEffect(() => {
    // A menu opened before hydration stays open.
    if (openedAt.current !== key) panel.current?.hidePopover()
    openedAt.current = key
  }, [key])

  return (
    <div className="sm:hidden">
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        aria-controls={id}
        aria-label={open ? 'Close menu' : 'Open menu'}
        className={buttonClass({ variant: 'ghost', className: 'aspect-square px-0!' })}
      >
        {open ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
      </button>
      <div
        ref={panel}
        id={id}
        popover="manual"
        data-locks-scroll=""
        onBeforeToggle={(event: ToggleEvent) => {
          if (event.newState === 'open') reserveScrollbarRoom()
          setOpen(event.newState === 'open')
        }}
        className="inset-x-0 top-header bottom-auto max-h-[calc(100dvh-var(--spacing-header))] w-full overflow-y-auto overscroll-contain border-b border-border bg-bg px-4 pt-2 pb-6 text-text shadow-float open:animate-[pop-in_140ms_var(--ease-out)]"
      >
        <MobileLinks viewer={viewer} />
      </div>
    </div>
  )
}

function MobileLinks({ viewer }: { viewer: Viewer }) {
  return (
    <>
      {viewer.inAffiliateArea && (
        <p className="pt-2">
          <Badge tone="accent">Affiliate Partner</Badge>
        </p>
      )}
      <nav aria-label="Menu" className="grid">
        {[...pagesFor(viewer), ...morePagesFor(viewer)].map(({ to, label }) => (
          <Link key={to} to={to} className="border-b border-border py-3.5 font-display text-lg font-semibold">
            {label}
          </Link>
        ))}
      </nav>
      <UpgradeLink
        viewer={viewer}
        className={buttonClass({ variant: 'primary', size: 'lg', className: 'mt-5 w-full' })}
      />
      {viewer.account === null && (
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Link to="/login" className={buttonClass({ size: 'lg' })}>
            Login
          </Link>
          <Link to="/signup" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Sign Up
          </Link>
        </div>
      )}
    </>
  )
}
