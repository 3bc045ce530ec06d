import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { buttonClass, type ButtonStyle } from './button-class.ts'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

/** Props of {@link FileButton}: those of a native file input, and the look. */
export type FileButtonProps = Omit<ComponentProps<'input'>, 'type' | 'size' | 'onChange' | 'onClick'> &
  ButtonStyle & {
    accept: string
    /** Work in progress: the label stays, a spinner shows after 150 ms, presses do nothing. */
    busy?: boolean
    /** Shown before the label; decorative. */
    icon?: ReactNode
    onFiles: (files: readonly File[]) => void
  }

/**
 * Opens the system's file picker; on a phone, the photo library too. The native input covers the label, so it works
 * before the page's scripts do.
 */
export function FileButton({
  variant,
  size,
  busy = false,
  icon,
  className,
  children,
  onFiles,
  ...input
}: FileButtonProps) {
  function press(event: MouseEvent) {
    if (busy) event.preventDefault()
  }
  return (
    <label className={buttonClass({ variant, size, className: classNames(OVER, className) })}>
      {busy ? <Spinner /> : icon}
      {children}
      <input
        {...input}
        type="file"
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        className="absolute inset-0 z-1 cursor-[inherit] text-[0] opacity-0"
        onClick={press}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Cleared, so that choosing the same file again fires `change`.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

const OVER =
  'relative overflow-hidden has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring ' +
  'has-disabled:pointer-events-none has-disabled:opacity-45'
