/** One bar: what it stands for, in words, and its tone; null when nothing is known. */
export type StateBar = {
  /** Unique among the bars. */
  readonly id: string
  /** '20 Nov 2026: operational' */
  readonly title: string
  readonly tone: 'success' | 'warning' | 'error' | null
}

/**
 * States over time as one row of bars, the newest on the right. A picture for screen readers: the page says in words
 * which bars are not a success. `label` sums it up.
 */
export function StateBars({ bars, label }: { bars: readonly StateBar[]; label: string }) {
  return (
    <div role="img" aria-label={label} className="flex h-8 gap-px sm:gap-0.5">
      {bars.map(({ id, title, tone }) => (
        <span
          key={id}
          title={title}
          className={`min-w-0 grow rounded-[1px] ${tone === null ? 'bg-border' : LOOK[tone]}`}
        />
      ))}
    </div>
  )
}

// A bad bar is shorter too, so that colour is not its only sign.
const LOOK = {
  success: 'bg-success/80',
  warning: 'bg-warning self-end h-3/4',
  error: 'bg-error self-end h-1/2',
} as const
