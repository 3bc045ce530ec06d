import { X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent } from 'react'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import type { CaptionDocument } from '../../model/index.ts'
import { useActions, useEditor, useMayEdit, useOpenEditor } from '../store/editor-context.ts'

type Marker = NonNullable<CaptionDocument['markers']>[number]

/** Longer lists render only the rows on screen. */
const FEW = 50
const LONGEST_LABEL = 200
const NONE: readonly Marker[] = []

/** The markers of the video, to jump to, name and remove. */
export function MarkerList() {
  const markers = useEditor(({ doc }) => doc.markers ?? NONE)
  const mayEdit = useMayEdit()
  if (markers.length === 0)
    return (
      <p className="text-faint">
        {mayEdit ? 'No markers yet. Mark a place to come back to it.' : 'This video has no markers.'}
      </p>
    )
  if (markers.length > FEW)
    return (
      <VirtualList
        label="Markers"
        items={markers}
        keyOf={({ id }) => id}
        renderItem={(marker) => <MarkerRow marker={marker} />}
        rowHeightPx={36}
        className="h-56"
      />
    )
  return (
    <ul aria-label="Markers" className="grid gap-1">
      {markers.map((marker) => (
        <li key={marker.id}>
          <MarkerRow marker={marker} />
        </li>
      ))}
    </ul>
  )
}

function MarkerRow({ marker: { id, t, label = '' } }: { marker: Marker }) {
  const { player } = useOpenEditor()
  const { edit } = useActions()
  const mayEdit = useMayEdit()
  const time = formatMediaTime(t, 1)
  const rename = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const wanted = currentTarget.value.trim()
    if (wanted !== label) edit([{ type: 'editMarker', id, label: wanted === '' ? null : wanted }])
  }
  return (
    <div className="flex items-center gap-1">
      <Button
        size="sm"
        variant="ghost"
        className="tabular px-1.5!"
        aria-label={`Go to ${label === '' ? 'the marker' : label} at ${time}`}
        onClick={() => player.seek(t)}
      >
        {time}
      </Button>
      {mayEdit ? (
        <>
          <div className="min-w-0 grow">
            <TextField
              // Another person's change replaces the text.
              key={label}
              size="sm"
              label={`Name of the marker at ${time}`}
              hideLabel
              placeholder="Name"
              defaultValue={label}
              maxLength={LONGEST_LABEL}
              onBlur={rename}
              onKeyDown={leaveOnEnter}
            />
          </div>
          <IconButton
            size="sm"
            label={`Remove the marker at ${time}`}
            icon={<X />}
            onClick={() => edit([{ type: 'removeMarkers', ids: [id] }])}
          />
        </>
      ) : (
        <span className="truncate">{label}</span>
      )}
    </div>
  )
}

/** Enter saves the name as leaving the field does. */
function leaveOnEnter({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (key === 'Enter') currentTarget.blur()
}
