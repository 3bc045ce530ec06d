import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonClass, type ButtonStyle } from './button-class.ts'
import { Spinner } from './spinner.tsx'

/** Props of {@link Button}: those of a native button, and the look. */
export type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** Work in progress: the label stays, a spinner shows after 150 ms, presses do nothing. */
    busy?: boolean
    /** Shown before the label; decorative. */
    icon?: ReactNode
  }

/** A button; its `type` defaults to `button`. For a link styled as one, put `buttonClass()` on the link's class. */
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
    // Not `disabled`: a disabled button would lose keyboard focus.
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
      className={buttonClass({ variant, size, className })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
