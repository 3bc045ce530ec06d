import { type ReactNode, useId } from 'react'
import { Hint } from './hint.tsx'

/** The texts of every labelled field. */
export type FieldText = {
  label: string
  /** Shown under the field until there is an error. */
  hint?: ReactNode
  /** A sentence with what to do; announced, and linked to the field. */
  error?: string | undefined
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean
}

/** Attributes that link a control to its label, hint and error. */
export type FieldWiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label above, hint or error below, linked to the control. */
export function Field({
  label,
  hint,
  error,
  hideLabel = false,
  children,
}: FieldText & { children: (wiring: FieldWiring) => ReactNode }) {
  const id = useId()
  const said = error !== undefined || hint !== undefined
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium text-text'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': said ? `${id}-said` : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      <Hint id={`${id}-said`} error={error}>
        {hint}
      </Hint>
    </div>
  )
}

/** The class names of a text-like control. 16 px on touch, because iOS zooms into smaller fields. */
export const CONTROL_CLASS =
  'w-full rounded-md border border-control bg-field px-3 text-base text-text transition-colors placeholder:text-faint ' +
  'hover:border-muted focus-visible:outline-offset-0 aria-invalid:border-error disabled:opacity-50 pointer-coarse:text-[16px]'
