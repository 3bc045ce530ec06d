import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Props of {@link ProgressBar}. */
export type ProgressBarProps = {
  /** The work in progress: "Uploading". */
  label: string
  /** Fraction done, 0 to 1. */
  value: number
  /** Figures under the bar: speed, time left. */
  detail?: ReactNode
  /** Paused or failed work keeps its bar in another colour. */
  tone?: 'accent' | 'paused' | 'error'
  /** Shows only the bar; the label stays for screen readers. */
  bare?: boolean
}

/** Progress of work with a known size. Animates by transform only. */
export function ProgressBar({ label, value, detail, tone = 'accent', bare = false }: ProgressBarProps) {
  const percent = Math.floor(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div className="grid gap-2">
      {!bare && (
        <div className="flex items-baseline justify-between gap-4 text-sm">
          <span className="min-w-0 truncate font-medium">{label}</span>
          <span className="tabular text-muted">{percent}%</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          style={{ transform: `scaleX(${value})` }}
          className={classNames(
            'h-full origin-left rounded-full transition-transform duration-200 ease-linear',
            TONE[tone],
          )}
        />
      </div>
      {detail !== undefined && <div className="tabular text-sm text-muted">{detail}</div>}
    </div>
  )
}

const TONE = { accent: 'bg-accent', paused: 'bg-faint', error: 'bg-error' }
