import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The five status tones of the product, and two quiet ones. */
export type Tone = 'success' | 'error' | 'warning' | 'info' | 'premium'

/** A short state label. The word carries the meaning; colour only supports it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone | 'neutral' | 'accent'; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 text-xs font-medium [&_svg]:size-3',
        LOOK[tone],
      )}
    >
      {children}
    </span>
  )
}

const LOOK = {
  neutral: 'border-border-strong text-muted',
  accent: 'border-accent-text/40 text-accent-text',
  success: 'border-success/40 text-success',
  error: 'border-error/40 text-error',
  warning: 'border-warning/40 text-warning',
  info: 'border-info/40 text-info',
  premium: 'border-premium/40 text-premium',
}
