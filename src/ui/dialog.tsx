import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { X } from 'lucide-react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { OverlayRoot } from './overlay-root.ts'
import { reserveScrollbarRoom } from './reserve-scrollbar-room.ts'
import { updateScrollLock } from './update-scroll-lock.ts'

/** Props of {@link Dialog}. */
export type DialogProps = {
  open: boolean
  /** Called by Escape, the close button or a press outside; the owner then sets `open` to false. */
  onClose: () => void
  title: string
  /** One or two sentences under the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the end, the primary one last. */
  footer?: ReactNode
  /** Up to 420, 560 or 800 px wide; a bottom sheet on a phone. */
  size?: 'sm' | 'md' | 'lg'
}

/**
 * A modal window on the native `<dialog>`, which makes the rest of the page inert and restores focus. Focus starts on
 * the control with `data-focus-first`, else on the first one.
 */
export function Dialog({ open, onClose, title, description, children, footer, size = 'sm' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    reserveScrollbarRoom()
    element.showModal()
    updateScrollLock()
    element.querySelector<HTMLElement>('[data-focus-first]')?.focus()
    return () => {
      element.close()
      updateScrollLock()
    }
  }, [open])

  // Taken off the page while it is open, it gives the focus back only before it is gone.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])

  function pressed(event: MouseEvent) {
    // The dialog has no padding, so only its backdrop is a direct target.
    if (event.target === dialog.current) onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the dialog's own `cancel` event
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={pressed}
      className={classNames(
        'm-auto w-full text-text backdrop:bg-scrim open:animate-[sheet-in_180ms_var(--ease-out)] max-sm:mb-0 max-sm:max-w-none sm:px-4',
        WIDTH[size],
      )}
    >
      {open && (
        <OverlayRoot value={dialog}>
          <div className="flex max-h-[85dvh] flex-col rounded-xl border border-border-strong bg-surface shadow-float max-sm:rounded-b-none">
            <header className="flex items-start gap-3 px-5 pt-4 pb-2">
              <div className="min-w-0 grow">
                <h2 id={`${id}-title`} className="text-xl">
                  {title}
                </h2>
                {description !== undefined && (
                  <div id={`${id}-text`} className="mt-1 text-sm text-muted">
                    {description}
                  </div>
                )}
              </div>
              <IconButton label="Close" icon={<X />} size="sm" onClick={onClose} />
            </header>
            {children !== undefined && <div className="overflow-y-auto px-5 py-2">{children}</div>}
            {footer !== undefined && (
              <footer className="flex flex-wrap justify-end gap-2 px-5 pt-2 pb-5">{footer}</footer>
            )}
          </div>
        </OverlayRoot>
      )}
    </dialog>
  )
}

/** Props of {@link ConfirmDialog}. */
export type ConfirmDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description'> & {
  /** Names the action: "Delete video", never "OK". */
  confirmLabel: string
  onConfirm: () => void
  busy?: boolean
}

/** Asks before an irreversible action. Cancel has the focus. */
export function ConfirmDialog({ confirmLabel, onConfirm, busy = false, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button data-focus-first="" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}

const WIDTH = { sm: 'sm:max-w-[452px]', md: 'sm:max-w-[592px]', lg: 'sm:max-w-[832px]' }
