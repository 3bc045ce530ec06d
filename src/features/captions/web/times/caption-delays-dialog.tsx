import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Slider } from '#ui/slider.tsx'
import { useActions, useEditor } from '../store/editor-context.ts'

/** Longest lead-in and linger time that the page offers, ms. */
const MOST_MS = 2_000

/** How long captions appear before their first word, and stay after their last. */
export function CaptionDelaysDialog({ onClose }: { onClose(): void }) {
  const { edit } = useActions()
  const limits = useEditor(({ doc }) => doc.qc.limits)
  const [leadInMs, setLeadIn] = useState(limits?.leadInMs ?? 0)
  const [lingerMs, setLinger] = useState(limits?.lingerMs ?? 0)
  const isChanged = leadInMs !== (limits?.leadInMs ?? 0) || lingerMs !== (limits?.lingerMs ?? 0)
  function save() {
    const wanted = { leadInMs: leadInMs === 0 ? null : leadInMs, lingerMs: lingerMs === 0 ? null : lingerMs }
    if (!isChanged || edit([{ type: 'setLimits', limits: wanted }])) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Lead-in and linger"
      description="For all captions without times set by hand. A caption never covers the one beside it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-4 py-1">
        <Slider
          label="Appear before the first word"
          value={leadInMs}
          min={0}
          max={MOST_MS}
          step={10}
          unit="ms"
          onChange={setLeadIn}
        />
        <Slider
          label="Stay after the last word"
          value={lingerMs}
          min={0}
          max={MOST_MS}
          step={10}
          unit="ms"
          onChange={setLinger}
        />
      </div>
    </Dialog>
  )
}
