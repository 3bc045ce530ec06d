import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonLook, type ButtonLook } from './button-look.ts'
import { Spinner } from './spinner.tsx'

/** Props of {@link Button}; everything a native button takes, and the look. */
export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Work is under way: the label stays, a spinner shows after 150 ms, presses do nothing. */
    busy?: boolean
    /** Shown before the label; decoration only. */
    icon?: ReactNode
  }

/**
 * A button. `type` is `button` unless told otherwise. For a link that looks like one, put
 * `buttonLook()` on the link's class.
 */
export function Button({
  variant,
  size,
  busy = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // Not `disabled`: a button that is switched off while it works would lose the keyboard's focus.
    if (busy) return event.preventDefault()
    onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonLook({ variant, size, className })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
