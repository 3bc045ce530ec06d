import type { ReactElement, ReactNode, RefObject } from 'react'
import { Popover as Base } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import { buttonClass } from './button-class.ts'
import { classNames } from './class-names.ts'
import { EDGE_PX, FLOATING_CLASS } from './floating-class.ts'
import { useOverlayRoot } from './overlay-root.ts'
import './widgets.css'

/** What a popover says and where it prefers to stand; it turns to another side where there is no room. */
export type PopoverPanel = {
  /** Names the panel; shown at its top. */
  title: string
  children: ReactNode
  /** `bottom` by default. */
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** `center` by default. */
  align?: 'start' | 'center' | 'end'
}

/** Props of {@link Popover}. */
export type PopoverProps = PopoverPanel & {
  /** The native button that opens it. */
  trigger: ReactElement
}

/** A small panel with controls beside the button that opens it. Escape and a press outside close it. */
export function Popover({ trigger, ...panel }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Panel {...panel} />
    </Base.Root>
  )
}

/** A place on screen: an element, or a rectangle in the window's coordinates, px. */
export type PopoverAnchor = Element | { getBoundingClientRect: () => DOMRect }

/** Props of {@link AnchoredPopover}. */
export type AnchoredPopoverProps = PopoverPanel & {
  /** What it stands beside, such as a word or a block on a canvas. */
  anchor: PopoverAnchor | null
  open: boolean
  /** Requested by Escape, the close button or a press outside; the owner sets `open` to false. */
  onClose: () => void
  /** True for a panel that stays open while the page around it is used; false by default. */
  isSticky?: boolean
  /** What has the focus first; the close button by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Called when it closes. @returns what has the focus then; false leaves the focus; by default where it was */
  finalFocus?: () => HTMLElement | null | false
}

/** The same panel beside anything on the page. The focus returns to where it was. */
export function AnchoredPopover({ anchor, open, onClose, isSticky = false, ...panel }: AnchoredPopoverProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen, { reason }) => {
        const isElsewhere = reason === 'outside-press' || reason === 'focus-out'
        if (!isOpen && !(isSticky && isElsewhere)) onClose()
      }}
    >
      <Panel {...panel} anchor={anchor} />
    </Base.Root>
  )
}

function Panel({ title, children, side = 'bottom', align = 'center', anchor, initialFocus, finalFocus }: PanelProps) {
  const root = useOverlayRoot()
  return (
    <Base.Portal container={root}>
      <Base.Positioner
        {...(anchor !== undefined && { anchor })}
        side={side}
        align={align}
        sideOffset={6}
        // A dialog clips what is absolute in it.
        positionMethod="fixed"
        collisionPadding={EDGE_PX}
        collisionAvoidance={{ side: 'flip', align: 'shift', fallbackAxisSide: 'end' }}
        className="z-50"
      >
        <Base.Popup
          {...(initialFocus !== undefined && { initialFocus })}
          {...(finalFocus !== undefined && { finalFocus })}
          className={classNames(
            FLOATING_CLASS,
            'ui-popup grid w-72 gap-3 overflow-y-auto overscroll-contain p-4 text-sm',
          )}
        >
          <header className="ui-popup-header flex items-center justify-between gap-3">
            <Base.Title className="font-sans text-sm font-semibold tracking-normal">{title}</Base.Title>
            <Base.Close
              aria-label="Close"
              className={buttonClass({ variant: 'ghost', size: 'sm', className: 'aspect-square px-0!' })}
            >
              <X />
            </Base.Close>
          </header>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

type PanelProps = PopoverPanel &
  Pick<AnchoredPopoverProps, 'initialFocus' | 'finalFocus'> & { anchor?: PopoverAnchor | null }
