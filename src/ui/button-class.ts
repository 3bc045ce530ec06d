import { classNames } from './class-names.ts'

/** The appearance of a button, or of a link styled as one. */
export type ButtonStyle = {
  /** `primary` once per view; `secondary` is the default; `ghost` in toolbars; `danger` for irreversible actions. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined
  /** 28, 36 or 44 px high. */
  size?: 'sm' | 'md' | 'lg' | undefined
}

/** The class names of a button with this look. */
export function buttonClass({
  variant = 'secondary',
  size = 'md',
  className,
}: ButtonStyle & { className?: string | undefined } = {}): string {
  return classNames(BASE, VARIANT[variant], SIZE[size], className)
}

const BASE =
  'hit-target inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md border font-medium ' +
  'transition-[background-color,border-color,color,transform] active:translate-y-px disabled:opacity-45 disabled:active:translate-y-0 [&_svg]:shrink-0'

const VARIANT = {
  primary: 'border-transparent bg-accent font-semibold text-on-accent hover:not-disabled:bg-accent-hover',
  secondary: 'border-border-strong bg-raised text-text hover:not-disabled:border-control hover:not-disabled:bg-hover',
  ghost:
    'border-transparent text-muted hover:not-disabled:bg-hover hover:not-disabled:text-text aria-pressed:bg-hover aria-pressed:text-text',
  danger: 'border-transparent bg-error-fill font-semibold text-white hover:not-disabled:brightness-110',
}

const SIZE = {
  sm: 'h-7 px-2.5 text-sm [&_svg]:size-3.5',
  md: 'h-9 px-3.5 text-sm [&_svg]:size-4',
  lg: 'h-11 px-5 text-base [&_svg]:size-[18px]',
}
