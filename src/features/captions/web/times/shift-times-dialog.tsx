import { useId, useState } from 'react'
import { formatMediaTime, parseMediaTime } from '#platform/shared/format/durations.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { TextField } from '#ui/text-field.tsx'
import { type CaptionDocument, quoteText, type Word, wordIndex, wordIndexAtTime } from '../../model/index.ts'
import { useDocument, useOpenEditor } from '../store/editor-context.ts'

/** Moves all captions, or those from one word on, earlier or later. */
export function ShiftTimesDialog({ onClose }: { onClose(): void }) {
  const { store, player } = useOpenEditor()
  const doc = useDocument()
  const form = useId()
  const [start] = useState(() => startWord(store.getState().doc, store.getState().selection.focus, player.nowMs()))
  const [range, setRange] = useState<'all' | 'from'>('all')
  const [direction, setDirection] = useState<'later' | 'earlier'>('later')
  const [typed, setTyped] = useState('0.5')
  const [problem, setProblem] = useState<string>()

  function submit() {
    const byMs = parseMediaTime(typed) ?? 0
    const from = range === 'all' ? doc.words[0] : start
    if (byMs === 0) return setProblem('Enter seconds above zero, such as 0.5.')
    if (from === undefined) return setProblem('There are no words to move yet.')
    const isDone = store.actions.edit([
      { type: 'shiftWords', from: from.id, byMs: direction === 'later' ? byMs : -byMs },
    ])
    if (isDone) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Shift times"
      description="Moves words and captions together. They stop at the word before them and at the ends of the video."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary">
            Shift times
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
          submit()
        }}
      >
        <TextField
          label="Seconds"
          inputMode="decimal"
          autoComplete="off"
          data-focus-first=""
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
        />
        <Segmented
          label="Direction"
          showLabel
          value={direction}
          onChange={setDirection}
          options={[
            { value: 'earlier', label: 'Earlier' },
            { value: 'later', label: 'Later' },
          ]}
        />
        <Segmented
          label="Words"
          showLabel
          stacksOnPhone
          value={range}
          onChange={setRange}
          options={[
            { value: 'all', label: 'All words' },
            ...(start === undefined
              ? []
              : [
                  { value: 'from' as const, label: `From ${quoteText(start.text)} at ${formatMediaTime(start.t0, 1)}` },
                ]),
          ]}
        />
      </form>
    </Dialog>
  )
}

/** The selected word, else the one at the playhead or after it. */
function startWord(doc: CaptionDocument, focus: string | null, tMs: number): Word | undefined {
  const place = wordIndexAtTime(doc, tMs)
  const spoken = doc.words[place]
  return (
    doc.words[wordIndex(doc, focus ?? '')] ?? (spoken !== undefined && tMs < spoken.t1 ? spoken : doc.words[place + 1])
  )
}
