import { classNames } from './class-names.ts'

/**
 * A small spinner inside a busy control. It fades in after 150 ms, so quick answers show none. Decorative: the control
 * sets `aria-busy`. Work over two seconds gets a `ProgressBar` instead.
 */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={classNames('size-4 animate-[spinner-in_150ms_150ms_both]', className)}
    >
      <g className="origin-center animate-spin" fill="none" stroke="currentColor" strokeWidth="2">
        <circle cx="8" cy="8" r="6.25" opacity="0.25" />
        <path d="M8 1.75a6.25 6.25 0 0 1 6.25 6.25" strokeLinecap="round" />
      </g>
    </svg>
  )
}
