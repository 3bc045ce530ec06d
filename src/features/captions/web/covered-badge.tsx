import { TriangleAlert } from 'lucide-react'
import { useEditor, useMayEdit } from './editor-context.ts'

/** Marks a caption that runs into the shown safe zone; a press moves it to the nearest free place. */
export function CoveredBadge({ cueId, label }: { cueId: string; label: string }) {
  const mayEdit = useMayEdit()
  const covered = useEditor((state) => state.covered)
  if (!mayEdit)
    return (
      <span role="img" aria-label={label} title={label} className={LOOK}>
        <TriangleAlert aria-hidden="true" />
      </span>
    )
  return (
    <button
      type="button"
      aria-label={`${label}: move it to a free place`}
      title={`${label}. Press to move it to a free place.`}
      onClick={() => covered?.free(cueId)}
      className={`${LOOK} hit-target hover:bg-hover`}
    >
      <TriangleAlert aria-hidden="true" />
    </button>
  )
}

const LOOK = 'grid size-7 shrink-0 place-items-center self-start rounded-sm text-warning [&_svg]:size-4'
