import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFloating } from './use-floating.ts'

const SHOW_AFTER_MS = 450

/** Props of {@link Tooltip}. */
export type TooltipProps = {
  label: string
  /** Key shown beside the label. */
  shortcut?: string | undefined
  side?: 'top' | 'bottom'
  /** The one control the tooltip explains; it has its own accessible name. */
  children: ReactNode
}

/**
 * A short explanation on mouse hover (after 450 ms) or keyboard focus. Never on touch, and never the only source: the
 * control's own label says it too.
 */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const style = useFloating(anchor, open, { side, align: 'center' })

  function show(delayMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), delayMs)
  }
  function hide() {
    clearTimeout(timer.current)
    setOpen(false)
  }

  useEffect(() => {
    if (open) panel.current?.showPopover()
  }, [open])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <span
      ref={anchor}
      role="presentation"
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(SHOW_AFTER_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {open && (
        <span
          ref={panel}
          popover="manual"
          role="tooltip"
          style={style}
          className="pointer-events-none fixed z-50 flex w-max animate-[pop-in_120ms_var(--ease-out)] items-center gap-2 rounded-md border border-border-strong bg-raised px-2 py-1 text-xs text-text shadow-float"
        >
          <span className="max-w-48 break-words">{label}</span>
          {shortcut !== undefined && (
            <kbd className="rounded-sm border border-border-strong px-1 font-sans whitespace-nowrap text-faint">
              {shortcut}
            </kbd>
          )}
        </span>
      )}
    </span>
  )
}
