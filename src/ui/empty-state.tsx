import type { ReactNode } from 'react'

/** Props of {@link EmptyState}. */
export type EmptyStateProps = {
  /** A small picture or a live miniature; decorative. */
  picture?: ReactNode
  title: string
  /** One sentence. */
  children: ReactNode
  /** One action. */
  action?: ReactNode
}

/** The state of an empty list: one sentence and one action. */
export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 rounded-xl border border-dashed border-border-strong px-6 py-12 text-center">
      {picture !== undefined && (
        <div aria-hidden="true" className="mb-3 text-faint">
          {picture}
        </div>
      )}
      <p className="font-display text-lg font-semibold">{title}</p>
      <p className="max-w-[44ch] text-sm text-muted">{children}</p>
      {action !== undefined && <div className="mt-4 empty:hidden">{action}</div>}
    </div>
  )
}
