import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { type CaptionDocument } from '../../model/index.ts'
import { useOpenEditor } from '../store/editor-context.ts'
import { TimeField } from './time-field.tsx'

type Point = { readonly t: number; readonly to: number }

/** Fits the times to a video at another speed: two times of the captions, and where they belong. */
export function StretchTimesDialog({ onClose }: { onClose(): void }) {
  const { store } = useOpenEditor()
  const form = useId()
  const [first, setFirst] = useState(() => pointsOf(store.getState().doc)[0])
  const [last, setLast] = useState(() => pointsOf(store.getState().doc)[1])
  const [problem, setProblem] = useState<string>()

  function submit(sent: HTMLFormElement) {
    const wrong = sent.querySelector<HTMLElement>('[aria-invalid=true]')
    if (wrong !== null) return wrong.focus()
    const isChanged = first.t !== first.to || last.t !== last.to
    if (!isChanged) return setProblem('Both times are already where they belong. Change where one of them should be.')
    if (last.t <= first.t || last.to <= first.to)
      return setProblem('The second time must be later than the first, before and after.')
    if (store.actions.edit([{ type: 'stretchWords', points: [first, last] }])) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Stretch times"
      description="For a video that was cut again at another speed: choose two moments and where they are now. Words, captions and markers between and around them follow."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary">
            Stretch times
          </Button>
        </>
      }
    >
      <form
        id={form}
        method="post"
        className="grid gap-4 py-1"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {problem !== undefined && <Notice tone="error" title={problem} />}
        <PointFields name="First moment" point={first} onChange={setFirst} />
        <PointFields name="Second moment" point={last} onChange={setLast} />
      </form>
    </Dialog>
  )
}

function PointFields({ name, point, onChange }: { name: string; point: Point; onChange(point: Point): void }) {
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{name}</legend>
      <TimeField label="Is at" value={point.t} onSave={(t) => onChange({ ...point, t })} />
      <TimeField label="Should be at" value={point.to} onSave={(to) => onChange({ ...point, to })} />
    </fieldset>
  )
}

/** The start of the first word and the end of the last. */
function pointsOf({ words, media }: CaptionDocument): readonly [Point, Point] {
  const [start, end] = [words[0]?.t0 ?? 0, words.at(-1)?.t1 ?? media.durMs]
  return [
    { t: start, to: start },
    { t: end, to: end },
  ]
}
