import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

/** How large and how loud a card is. */
export type CardSize = 'sm' | 'md' | 'lg' | 'xl'

/** Props of {@link Card}; everything its element takes. */
export type CardProps = HTMLAttributes<HTMLElement> & {
  /** `div` by default; a `section` needs a name. */
  as?: 'div' | 'section' | 'article' | 'figure' | 'dl' | 'li'
  /** `md` by default, 20 px inside; `sm` 16 px. `lg` and `xl`, 24 and 32 px, stand out: one or two a page. */
  size?: CardSize
}

/** A framed area for one thing: a figure, a form, a summary. Cards do not nest. */
export function Card({ as: Tag = 'div', size = 'md', className, ...rest }: CardProps) {
  return <Tag {...rest} className={cardClass(size, className)} />
}

/** The class names of a card, for a form. */
export function cardClass(size: CardSize, className?: string): string {
  return classNames('bg-surface', LOOK[size], className)
}

const LOOK = {
  sm: 'rounded-lg border border-border p-4',
  md: 'rounded-lg border border-border p-5',
  lg: 'rounded-xl border border-border-strong p-6',
  xl: 'rounded-xl border border-border-strong p-6 sm:p-8',
}
