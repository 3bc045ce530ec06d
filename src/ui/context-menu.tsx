import type { ReactNode } from 'react'
import { ContextMenu as Base } from '@base-ui/react/context-menu'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { classNames } from './class-names.ts'
import { menuItemClass } from './menu.tsx'
import { EDGE_PX, FLOATING_CLASS } from './floating-class.ts'
import { useOverlayRoot } from './overlay-root.ts'
import './widgets.css'

/** Props of {@link ContextMenu}. */
export type ContextMenuProps = {
  label: string
  /** `ContextMenuItem`s and `ContextMenuSeparator`s. */
  items: ReactNode
  /** The area that opens the menu. Each action must also be reachable without it. */
  children: ReactNode
  /** Class of the element around the area. */
  className?: string
  disabled?: boolean
}

/**
 * A list of actions at the pointer: opened by the right mouse button, a long press, or the keyboard's menu key on
 * whatever has the focus inside. Arrow keys and first letters move, Escape closes.
 */
export function ContextMenu({ label, items, children, className, disabled = false }: ContextMenuProps) {
  const root = useOverlayRoot()
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger className={className}>{children}</Base.Trigger>
      <Base.Portal container={root}>
        <Base.Positioner collisionPadding={EDGE_PX} className="z-50 outline-none">
          <Base.Popup
            aria-label={label}
            className={classNames(
              FLOATING_CLASS,
              'ui-popup min-w-52 overflow-y-auto overscroll-contain p-1 outline-none',
            )}
          >
            {items}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Props of {@link AnchoredMenu}. */
export type AnchoredMenuProps = {
  label: string
  /** `ContextMenuItem`s and `ContextMenuSeparator`s. */
  items: ReactNode
  /** Where it opens, in the window's coordinates, px. */
  place: { readonly x: number; readonly y: number }
  /** Requested by an action, Escape or a press outside; the owner removes the menu. */
  onClose: () => void
  /** The element that gets the focus afterwards; null leaves it where it is. */
  focusAfter: () => HTMLElement | null
}

/** The same list at a place on screen, for an area that opens it itself. */
export function AnchoredMenu({ label, items, place: { x, y }, onClose, focusAfter }: AnchoredMenuProps) {
  const root = useOverlayRoot()
  return (
    <BaseMenu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseMenu.Portal container={root}>
        <BaseMenu.Positioner
          anchor={{ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }}
          side="bottom"
          align="start"
          positionMethod="fixed"
          collisionPadding={EDGE_PX}
          className="z-50 outline-none"
        >
          <BaseMenu.Popup
            aria-label={label}
            finalFocus={() => focusAfter() ?? false}
            className={classNames(
              FLOATING_CLASS,
              'ui-popup min-w-52 overflow-y-auto overscroll-contain p-1 outline-none',
            )}
          >
            {items}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/** Props of {@link ContextMenuItem}. */
export type ContextMenuItemProps = {
  icon?: ReactNode
  children: ReactNode
  onSelect: () => void
  /** `danger` for what destroys something. */
  tone?: 'danger'
  disabled?: boolean
  /** The key that does the same, for example `S`. */
  shortcut?: string
}

/** One action of a context menu. */
export function ContextMenuItem({ icon, children, onSelect, tone, disabled = false, shortcut }: ContextMenuItemProps) {
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={classNames(menuItemClass(tone), 'ui-menu-item')}>
      {icon}
      <span className="min-w-0 grow">{children}</span>
      {shortcut !== undefined && <kbd className="font-sans text-xs text-faint">{shortcut}</kbd>}
    </Base.Item>
  )
}

/** A line between groups of a context menu. */
export function ContextMenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-border" />
}
