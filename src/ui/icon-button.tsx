import { type ComponentProps, type ReactNode, useId } from 'react'
import { buttonClass, type ButtonStyle } from './button-class.ts'
import { Tooltip } from './tooltip.tsx'

/** Props of {@link IconButton}. */
export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> &
  ButtonStyle & {
    /** What it does, for screen readers and as a tooltip. */
    label: string
    /** Replaces the label in the tooltip and describes the button to screen readers. */
    detail?: string | undefined
    icon: ReactNode
    /** Key shown in the tooltip, for example `Space`. */
    shortcut?: string | undefined
    /** `bottom` by default. */
    tooltipSide?: 'top' | 'bottom'
    /** Shown after the icon; the button is not square then. Default: nothing. */
    children?: ReactNode
  }

/** A square button with an icon alone, or with a little beside it; screen readers get its label. */
export function IconButton({
  label,
  detail,
  icon,
  shortcut,
  variant = 'ghost',
  size,
  className,
  tooltipSide = 'bottom',
  children,
  ...rest
}: IconButtonProps) {
  const detailId = useId()
  return (
    <Tooltip label={detail ?? label} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-describedby={detail === undefined ? undefined : detailId}
        className={buttonClass({
          variant,
          size,
          className: `${children === undefined ? 'aspect-square' : ''} px-0! ${className ?? ''}`,
        })}
      >
        {icon}
        {children}
      </button>
      {detail !== undefined && (
        <span id={detailId} hidden>
          {detail}
        </span>
      )}
    </Tooltip>
  )
}
