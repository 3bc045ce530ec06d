import { type ComponentProps, type ReactNode, type Ref, type ToggleEvent, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import { type Placement, useFloating } from './use-floating.ts'

/** What a trigger must spread on its native button so that the browser opens and closes the panel. */
export type PopoverTrigger = Pick<ComponentProps<'button'>, 'popoverTarget' | 'aria-expanded' | 'aria-controls'> & {
  ref: Ref<HTMLButtonElement>
}

/** Props of {@link Popover}. */
export type PopoverProps = {
  /** Draws the trigger: a native button that spreads what it is given. */
  renderTrigger: (props: PopoverTrigger) => ReactNode
  /** The panel's accessible name. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  align?: Placement['align']
  className?: string
  onOpenChange?: (open: boolean) => void
}

/**
 * A panel beside its trigger, in the browser's top layer. The browser closes it on Escape, on an outside
 * press and when another one opens, and gives the focus back to the trigger.
 */
export function Popover({ renderTrigger, label, children, align = 'start', className, onOpenChange }: PopoverProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [panel, setPanel] = useState<HTMLDivElement | null>(null)
  const [open, setOpen] = useState(false)
  const style = useFloating(anchor, open, { side: 'bottom', align })

  function toggled(event: ToggleEvent<HTMLDivElement>) {
    if (event.target !== panel) return
    setOpen(event.newState === 'open')
    onOpenChange?.(event.newState === 'open')
  }

  return (
    <>
      {renderTrigger({
        ref: setAnchor,
        popoverTarget: id,
        'aria-expanded': open,
        'aria-controls': id,
      })}
      <div
        ref={setPanel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        style={style}
        onBeforeToggle={toggled}
        className={classNames(
          'z-50 overflow-y-auto overscroll-contain rounded-lg border border-border-strong bg-raised p-3 text-text shadow-float open:animate-[pop-in_140ms_var(--ease-out)]',
          className,
        )}
      >
        {open && (typeof children === 'function' ? children(() => panel?.hidePopover()) : children)}
      </div>
    </>
  )
}
