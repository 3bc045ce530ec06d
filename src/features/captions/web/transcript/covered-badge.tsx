import { TriangleAlert } from 'lucide-react'
import { CaptionBadge } from './caption-badge.tsx'
import { useEditor } from '../store/editor-context.ts'

/** Marks a caption that runs into the shown safe zone; a press moves it to the nearest free place. */
export function CoveredBadge({ cueId, label }: { cueId: string; label: string }) {
  const covered = useEditor((state) => state.covered)
  return (
    <CaptionBadge
      label={label}
      cure="move it to a free place"
      icon={<TriangleAlert aria-hidden="true" />}
      onCure={() => covered?.free(cueId)}
    />
  )
}
