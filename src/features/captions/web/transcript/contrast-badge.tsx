import { Contrast } from 'lucide-react'
import { CaptionBadge } from './caption-badge.tsx'
import { useActions } from '../store/editor-context.ts'
import { formatContrast } from '../contrast/format-contrast.ts'

/** Marks a caption that is hard to read over its picture; a press shows what would help. */
export function ContrastBadge({ wordId, ratio }: { wordId: string | undefined; ratio: number }) {
  const { select, openStyle } = useActions()
  const showOffers =
    wordId === undefined
      ? undefined
      : () => {
          select({ anchor: wordId, focus: wordId })
          openStyle('cue')
        }
  return (
    <CaptionBadge
      label={`Hard to read: contrast ${formatContrast(ratio)}`}
      cure="make it readable"
      icon={<Contrast aria-hidden="true" />}
      onCure={showOffers}
    />
  )
}
