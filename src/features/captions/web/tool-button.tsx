import { useId } from 'react'
import { buttonClass } from '#ui/button-class.ts'
import type { IconButtonProps } from '#ui/icon-button.tsx'
import { Tooltip } from '#ui/tooltip.tsx'

/** Props of {@link ToolButton}. */
type ToolButtonProps = Omit<IconButtonProps, 'variant' | 'size' | 'className' | 'tooltipSide'> & {
  /** A part of the label, shown where its bar has room. */
  readonly word: string
}

/** An icon button of a toolbar that shows a word too, where the toolbar has room for those of all its buttons. */
export function ToolButton({ label, word, detail, icon, shortcut, ...rest }: ToolButtonProps) {
  const detailId = useId()
  return (
    <Tooltip label={detail ?? label} shortcut={shortcut}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-describedby={detail === undefined ? undefined : detailId}
        className={buttonClass({ variant: 'ghost', size: 'sm', className: TOOL })}
      >
        {icon}
        <span className={WORD}>{word}</span>
      </button>
      {detail !== undefined && (
        <span id={detailId} hidden>
          {detail}
        </span>
      )}
    </Tooltip>
  )
}

/** With room for three rows of words, and as many captions below them. */
const TOOL =
  'w-7 px-0! gap-1! [@container_transcript_(min-width:25.5rem)_and_(min-height:24rem)]:w-auto [@container_transcript_(min-width:25.5rem)_and_(min-height:24rem)]:px-[3px]!'
const WORD = 'hidden [@container_transcript_(min-width:25.5rem)_and_(min-height:24rem)]:inline'
