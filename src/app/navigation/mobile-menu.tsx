import { Menu as MenuIcon, X } from 'lucide-react'
import { type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { buttonLook } from '#ui/button-look.ts'
import { pagesFor } from './pages.ts'

/**
 * The links on a phone. An automatic popover: Escape, a press outside and opening the user menu close it,
 * and the page behind does not scroll while it is open (spec §2).
 */
export function MobileMenu({ account }: { account: object | null | undefined }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { key } = useLocation()

  useEffect(() => panel.current?.hidePopover(), [key])

  return (
    <div className="sm:hidden">
      <button
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        aria-controls={id}
        aria-label={open ? 'Close menu' : 'Open menu'}
        className={buttonLook({ variant: 'ghost', className: 'aspect-square px-0!' })}
      >
        {open ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        data-locks-scroll=""
        onBeforeToggle={(event: ToggleEvent) => setOpen(event.newState === 'open')}
        className="inset-x-0 top-header bottom-auto w-full border-b border-border bg-bg px-4 pt-2 pb-6 text-text shadow-float open:animate-[pop-in_140ms_var(--ease-out)]"
      >
        <nav aria-label="Menu" className="grid">
          {pagesFor(account).map(({ to, label }) => (
            <Link key={to} to={to} className="border-b border-border py-3.5 font-display text-lg font-semibold">
              {label}
            </Link>
          ))}
        </nav>
        {account === null && (
          <div className="mt-5 grid grid-cols-2 gap-3">
            <Link to="/login" className={buttonLook({ size: 'lg' })}>
              Login
            </Link>
            <Link to="/signup" className={buttonLook({ variant: 'primary', size: 'lg' })}>
              Sign Up
            </Link>
          </div>
        )}
      </div>
    </div>
  )
}
