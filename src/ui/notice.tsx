import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, Sparkles, TriangleAlert } from 'lucide-react'
import type { Tone } from './badge.tsx'
import { classNames } from './class-names.ts'

/** Props of {@link Notice}. */
export type NoticeProps = {
  tone: Tone
  /** What happened, in a few words. */
  title?: string
  /** What to do about it. */
  children?: ReactNode
  /** Buttons or links. */
  actions?: ReactNode
}

/** A lasting message in its place on the page. Errors are announced at once. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  const { icon: Icon, edge } = LOOK[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames('flex gap-3 rounded-lg border border-border bg-surface p-4', edge)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-[18px] shrink-0" />
      <div className="grid min-w-0 grow gap-1 text-text">
        {title !== undefined && <p className="font-medium wrap-anywhere">{title}</p>}
        {children !== undefined && <div className="text-sm wrap-anywhere text-muted">{children}</div>}
        {actions !== undefined && <div className="mt-2 flex flex-wrap gap-2 empty:hidden">{actions}</div>}
      </div>
    </div>
  )
}

const LOOK = {
  success: { icon: CircleCheck, edge: 'border-l-2 border-l-success text-success' },
  error: { icon: CircleAlert, edge: 'border-l-2 border-l-error text-error' },
  warning: { icon: TriangleAlert, edge: 'border-l-2 border-l-warning text-warning' },
  info: { icon: Info, edge: 'border-l-2 border-l-info text-info' },
  premium: { icon: Sparkles, edge: 'border-l-2 border-l-premium text-premium' },
}
