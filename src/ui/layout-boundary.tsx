import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Props of {@link LayoutBoundary}. */
export type LayoutBoundaryProps = {
  children: ReactNode
  /** Classes of the area in its grid or flex container, which must give it a size. */
  className?: string
}

/**
 * An area whose size does not depend on its content, so that a change inside lays out this area and not the page.
 * Chromium starts a layout at a box with size containment only if the box is no item of a grid or flex container:
 * hence the second element.
 */
export function LayoutBoundary({ children, className }: LayoutBoundaryProps) {
  return (
    <div className={classNames('min-h-0', className)}>
      <div className="h-full [contain:size_layout]">{children}</div>
    </div>
  )
}
