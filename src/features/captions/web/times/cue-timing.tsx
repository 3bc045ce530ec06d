import { Button } from '#ui/button.tsx'
import { cueOfWord, cueSpan } from '../../model/index.ts'
import { useEditor, useOpenEditor } from '../store/editor-context.ts'
import { type Edge, moveCueEdge } from '../store/time-edits.ts'
import { TimeField } from './time-field.tsx'

/** When the caption of a word appears and disappears: by its words, or set by hand. */
export function CueTiming({ wordId }: { wordId: string }) {
  return (
    <div role="group" aria-label="Time of the caption" className="mt-2 grid grid-cols-2 gap-3">
      <CueEdge wordId={wordId} edge="t0" label="Caption appears at" />
      <CueEdge wordId={wordId} edge="t1" label="Caption disappears at" />
    </div>
  )
}

function CueEdge({ wordId, edge, label }: { wordId: string; edge: Edge; label: string }) {
  const { store, player } = useOpenEditor()
  const shownMs = useEditor(({ doc }) => {
    const cue = cueOfWord(doc, wordId)
    return cue && cueSpan(doc, cue)[edge]
  })
  const isByHand = useEditor(({ doc }) => cueOfWord(doc, wordId)?.[edge] !== undefined)
  if (shownMs === undefined) return null
  const move = (tMs: number | null) => {
    const { doc } = store.getState()
    const cue = cueOfWord(doc, wordId)
    if (cue !== undefined) store.actions.edit(moveCueEdge(doc, cue, edge, tMs))
  }
  return (
    <div className="grid content-start gap-1">
      <TimeField label={label} value={shownMs} onSave={move} />
      <div className="flex items-center gap-1">
        <Button
          size="sm"
          variant="ghost"
          className="px-1.5! text-xs!"
          aria-label={`${label}: automatic`}
          aria-pressed={!isByHand}
          onClick={() => move(null)}
        >
          Automatic
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className="px-1.5! text-xs!"
          aria-label={`${label}: here, at the playhead`}
          onClick={() => move(player.nowMs())}
        >
          Here
        </Button>
      </div>
    </div>
  )
}
