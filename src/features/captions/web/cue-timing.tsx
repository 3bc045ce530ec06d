import { Button } from '#ui/button.tsx'
import { type Cue, cueOfWord, cueSpan } from '../model/index.ts'
import { useEditor, useOpenEditor } from './editor-context.ts'
import type { EditorState } from './editor-state.ts'
import { type Edge, moveCueEdge } from './time-edits.ts'
import { TimeField } from './time-field.tsx'

/** When the caption of the selected word appears and disappears: by its words, or set by hand. */
export function CueTiming() {
  return (
    <div role="group" aria-label="Time of the caption" className="mt-2 grid grid-cols-2 gap-3">
      <CueEdge edge="t0" label="Caption appears at" />
      <CueEdge edge="t1" label="Caption disappears at" />
    </div>
  )
}

function CueEdge({ edge, label }: { edge: Edge; label: string }) {
  const { store, player } = useOpenEditor()
  const shownMs = useEditor((state) => {
    const cue = selectedCue(state)
    return cue && cueSpan(state.doc, cue)[edge]
  })
  const isByHand = useEditor((state) => selectedCue(state)?.[edge] !== undefined)
  if (shownMs === undefined) return null
  const move = (tMs: number | null) => {
    const state = store.getState()
    const cue = selectedCue(state)
    if (cue !== undefined) store.actions.edit(moveCueEdge(state.doc, cue, edge, tMs))
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

function selectedCue({ doc, selection }: EditorState): Cue | undefined {
  return cueOfWord(doc, selection.focus ?? '')
}
