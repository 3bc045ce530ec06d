import { MessageSquareDiff } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { useActions, useEditor, useHasEditAccess, useMayEdit } from '../store/editor-context.ts'

/** Switches between edits of the captions and suggestions, for this person alone; nothing if they may only suggest. */
export function SuggestToggle() {
  const { setSuggesting } = useActions()
  const isOn = useEditor(({ suggest }) => suggest.live !== null)
  const isOpening = useEditor((state) => state.isOpening)
  const hasEditAccess = useHasEditAccess()
  if (!hasEditAccess) return null
  return (
    <IconButton
      size="sm"
      label="Suggest edits"
      detail={isOn ? 'Stop suggesting and edit the captions' : 'Suggest edits that others accept or decline'}
      icon={<MessageSquareDiff />}
      aria-pressed={isOn}
      disabled={isOpening}
      onClick={() => void setSuggesting(!isOn)}
    />
  )
}

/** Says that edits are suggestions; nothing while they go to the captions. */
export function SuggestBar() {
  const { setSuggesting, askForSuggestions } = useActions()
  const isOn = useEditor(({ suggest }) => suggest.live !== null)
  const own = useEditor(({ suggest }) => suggest.own.length)
  const mayEdit = useMayEdit()
  const hasEditAccess = useHasEditAccess()
  if (!isOn || !mayEdit) return null
  return (
    <section
      aria-label="Suggesting"
      className="flex shrink-0 items-center gap-x-2 border-b border-border bg-info/10 px-3 py-1 text-sm"
    >
      <MessageSquareDiff aria-hidden="true" className="size-4 shrink-0 text-info" />
      <p role="status" className="mr-auto min-w-0 py-1">
        <strong className="font-semibold">Suggesting.</strong>{' '}
        {hasEditAccess ? (
          <span className="max-sm:sr-only">Your edits wait until somebody accepts them. Exports leave them out.</span>
        ) : (
          <span>You can only suggest edits here. They wait until the owner or an editor accepts them.</span>
        )}
        {own > 0 && <span className="text-muted"> {formatNumber(own)} waiting</span>}
      </p>
      <Button size="sm" variant="ghost" onClick={askForSuggestions}>
        Review
      </Button>
      {hasEditAccess && (
        <Button size="sm" onClick={() => void setSuggesting(false)}>
          Stop
        </Button>
      )}
    </section>
  )
}
