import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

/** Props of {@link Card}; everything its element takes. */
export type CardProps = HTMLAttributes<HTMLElement> & {
  /** `div` by default; a `section` needs a name. */
  as?: 'div' | 'section' | 'article' | 'figure' | 'dl' | 'li'
  /** Space inside: none for pictures up to the edge, 16 px, or 20 px (by default). */
  padding?: 'none' | 'sm' | 'md'
}

/** A framed area for one thing: a figure, a form, a summary. Cards do not nest. */
export function Card({ as: Tag = 'div', padding = 'md', className, ...rest }: CardProps) {
  return (
    <Tag {...rest} className={classNames('rounded-lg border border-border bg-surface', PADDING[padding], className)} />
  )
}

const PADDING = { none: undefined, sm: 'p-4', md: 'p-5' }
