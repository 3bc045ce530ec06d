import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type ToggleEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { FLOATING_CLASS } from './floating-class.ts'
import { useDismiss } from './use-dismiss.ts'
import { type Placement, useFloating } from './use-floating.ts'

/** Attributes to spread on the trigger, a native button, so that the browser opens and closes the menu. */
export type MenuTrigger = Pick<ComponentProps<'button'>, 'popoverTarget' | 'aria-expanded' | 'aria-controls'> & {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
}

/** Props of {@link Menu}. */
export type MenuProps = {
  /** Renders the trigger: a native button with these props. */
  renderTrigger: (props: MenuTrigger) => ReactNode
  label: string
  /** `MenuItem`s, `MenuSeparator`s, or links with `role="menuitem"` and `menuItemClass()`. */
  children: ReactNode
  /** Shown above the items; screen readers do not count it as one. */
  header?: ReactNode
  align?: Placement['align']
  /** Milliseconds after opening until a click outside closes it; at once by default. */
  outsideAfterMs?: number
}

/**
 * A list of actions behind a button. Arrow keys, Home, End and first letters move; Escape, a press outside and opening
 * another menu close it.
 */
export function Menu({ renderTrigger, label, children, header, align = 'start', outsideAfterMs }: MenuProps) {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const style = useFloating(anchor, open, { side: 'bottom', align })
  useDismiss(panel, { open, anchor, afterMs: outsideAfterMs })

  function toggled(event: ToggleEvent<HTMLDivElement>) {
    if (event.target === panel.current) setOpen(event.newState === 'open')
  }
  function shown(event: ToggleEvent<HTMLDivElement>) {
    // Items can be focused only after `toggle`.
    if (event.target === panel.current && event.newState === 'open') items(panel.current)[0]?.focus()
  }
  function close() {
    panel.current?.hidePopover()
    anchor.current?.focus()
  }

  return (
    <>
      {renderTrigger({
        ref: anchor,
        popoverTarget: id,
        'aria-expanded': open,
        'aria-controls': id,
        'aria-haspopup': 'menu',
      })}
      <div
        ref={panel}
        id={id}
        popover={outsideAfterMs === undefined ? 'auto' : 'manual'}
        style={style}
        onBeforeToggle={toggled}
        onToggle={shown}
        className={classNames(
          FLOATING_CLASS,
          'z-50 min-w-52 overflow-y-auto overscroll-contain p-1 open:animate-[pop-in_140ms_var(--ease-out)]',
        )}
      >
        {header}
        <div
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={(event) => move(event, panel.current, close)}
          onClick={(event) => event.target instanceof Element && event.target.closest('[role=menuitem]') && close()}
        >
          {children}
        </div>
      </div>
    </>
  )
}

/** One action of a menu. */
export function MenuItem({ icon, children, onSelect, tone, disabled }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={disabled}
      onClick={onSelect}
      className={menuItemClass(tone)}
    >
      {icon}
      {children}
    </button>
  )
}

/** Props of {@link MenuItem}. */
export type MenuItemProps = {
  icon?: ReactNode
  children: ReactNode
  onSelect: () => void
  /** `danger` for destructive actions. */
  tone?: 'danger'
  disabled?: boolean
}

/** The class names of a menu item, for links inside a menu; give them `role="menuitem"` and `tabIndex={-1}`. */
export function menuItemClass(tone?: 'danger'): string {
  return classNames(
    'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left text-sm outline-offset-[-2px] transition-colors pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:text-faint',
    'hover:bg-hover focus:bg-hover focus:outline-none focus-visible:bg-hover disabled:opacity-45',
    tone === 'danger' ? 'text-error [&_svg]:text-error' : 'text-text',
  )
}

/** A separator between groups of a menu. */
export function MenuSeparator() {
  return <hr className="my-1 border-border" />
}

function items(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
}

function move(event: KeyboardEvent, menu: HTMLElement | null, close: () => void) {
  if (event.key === 'Tab') return close()
  const all = items(menu)
  const here = all.findIndex((item) => item === document.activeElement)
  const target = destination(event.key, all, here)
  if (target === undefined) return
  event.preventDefault()
  target.focus()
}

function destination(key: string, all: readonly HTMLElement[], here: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(here + 1) % all.length]
  if (key === 'ArrowUp') return all.at(here <= 0 ? -1 : here - 1)
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const wrapped = [...all.slice(here + 1), ...all.slice(0, here + 1)]
  return wrapped.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}
