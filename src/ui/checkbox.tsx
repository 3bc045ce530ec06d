import { type ComponentProps, type ReactNode, useId } from 'react'
import { CircleAlert } from 'lucide-react'

/** Props of {@link Checkbox}; everything a native checkbox takes, and its texts. */
export type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'size' | 'className'> & {
  label: ReactNode
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
  /** Some of the items it stands for are checked. */
  isMixed?: boolean
  /** Stands under the label until there is an error. */
  hint?: ReactNode
  /** A sentence with what to do; announced, and tied to the checkbox. */
  error?: string | undefined
}

/** A choice that counts when its form is sent, or one of a list. For a setting that works at once, take `Switch`. */
export function Checkbox({
  label,
  hideLabel = false,
  isMixed = false,
  hint,
  error,
  disabled = false,
  ...input
}: CheckboxProps) {
  const id = useId()
  const box = (
    <input
      {...input}
      id={id}
      ref={(element) => {
        if (element) element.indeterminate = isMixed
      }}
      type="checkbox"
      disabled={disabled}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={hint === undefined && error === undefined ? undefined : `${id}-message`}
      className="size-[18px] shrink-0 cursor-[inherit] accent-accent disabled:opacity-50"
    />
  )
  if (hideLabel) {
    return (
      <label className="grid size-9 shrink-0 place-items-center pointer-coarse:size-11">
        {box}
        <span className="sr-only">{label}</span>
      </label>
    )
  }
  return (
    <div>
      <label
        className={`flex min-h-8 items-start gap-3 py-1.5 text-sm pointer-coarse:min-h-11 ${disabled ? 'text-faint' : ''}`}
      >
        {box}
        <span className="min-w-0">{label}</span>
      </label>
      <div
        id={`${id}-message`}
        aria-live="polite"
        className="mb-2 text-sm empty:hidden"
        style={{ paddingInlineStart: INDENT_PX }}
      >
        {error === undefined ? (
          hint !== undefined && <span className="text-faint">{hint}</span>
        ) : (
          <span className="flex gap-1.5 text-error">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {error}
          </span>
        )}
      </div>
    </div>
  )
}

/** Width of the box and of the space before its label, px. */
const INDENT_PX = 30
