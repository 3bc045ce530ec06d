import { RotateCcw, TextCursorInput } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { cuePlace } from '../../model/index.ts'
import { useDocument, useOpenEditor } from '../store/editor-context.ts'
import type { PictureStore } from './picture-store.ts'
import { hasPlace, type Moved, resetPlace } from './move-captions.ts'

const SCOPES = [
  { value: 'all', label: 'All captions' },
  { value: 'one', label: 'This caption' },
] as const

type SelectionBarProps = { readonly picture: PictureStore; readonly moved: Moved; onEdit(): void }

/** What moving the selected caption moves, and its other actions; on the half of the stage without the caption. */
export function SelectionBar({ picture, moved, onEdit }: SelectionBarProps) {
  const { store } = useOpenEditor()
  const doc = useDocument()
  const { caption, scope, frame } = moved
  const isLow = caption.anchor.y > frame.height / 2

  function chooseScope(chosen: Moved['scope']) {
    store.actions.drop()
    picture.choose({ scope: chosen })
    // The caption follows all others again.
    if (chosen === 'all' && cuePlace(store.getState().doc, caption.cueId) !== undefined)
      resetPlace(store, caption.cueId, 'one')
  }

  return (
    <div
      role="toolbar"
      aria-label="Caption on the picture"
      tabIndex={-1}
      // A press on a label would first take the focus from the caption, which removes this bar.
      onMouseDown={(event) => event.preventDefault()}
      className={classNames(
        'pointer-events-auto absolute inset-x-0 z-20 mx-auto flex w-max max-w-full items-center whitespace-nowrap gap-1 rounded-md border border-border bg-surface p-1 shadow-lg',
        isLow ? 'top-1' : 'bottom-1',
      )}
    >
      <Segmented label="Move" options={SCOPES} value={scope} onChange={chooseScope} />
      <IconButton size="sm" label="Edit the text" shortcut="Enter" icon={<TextCursorInput />} onClick={onEdit} />
      <IconButton
        size="sm"
        label="Reset place"
        shortcut="Delete"
        icon={<RotateCcw />}
        disabled={!hasPlace(doc, caption.cueId, scope)}
        onClick={() => resetPlace(store, caption.cueId, scope)}
      />
    </div>
  )
}
