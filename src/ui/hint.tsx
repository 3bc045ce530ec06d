import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Props of {@link Hint}. */
export type HintProps = {
  /** For `aria-describedby` of the control. */
  id?: string
  /** What helps before anything went wrong; default nothing. */
  children?: ReactNode
  /** A sentence with what to do, in place of the hint; announced. */
  error?: string | undefined
}

/** The line under a control: its hint until there is an error. */
export function Hint({ id, children, error }: HintProps) {
  return (
    <div id={id} aria-live="polite" className="text-sm empty:hidden">
      {error === undefined ? (
        children !== undefined && <span className="text-faint">{children}</span>
      ) : (
        <span className="flex gap-1.5 text-error">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </span>
      )}
    </div>
  )
}
