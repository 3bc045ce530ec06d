import { IconButton, type IconButtonProps } from '#ui/icon-button.tsx'

/** Props of {@link ToolButton}. */
type ToolButtonProps = Omit<IconButtonProps, 'variant' | 'size' | 'className' | 'tooltipSide' | 'children'> & {
  /** A part of the label, shown where its bar has room. */
  readonly word: string
}

/** An icon button of a toolbar that shows a word too, where the toolbar has room for those of all its buttons. */
export function ToolButton({ word, ...rest }: ToolButtonProps) {
  return (
    <IconButton {...rest} size="sm" className={TOOL}>
      <span className={WORD}>{word}</span>
    </IconButton>
  )
}

/** With room for three rows of words, and as many captions below them. */
const TOOL =
  'w-7 gap-1! [@container_transcript_(min-width:25.5rem)_and_(min-height:24rem)]:w-auto [@container_transcript_(min-width:25.5rem)_and_(min-height:24rem)]:px-[3px]!'
const WORD = 'hidden [@container_transcript_(min-width:25.5rem)_and_(min-height:24rem)]:inline'
