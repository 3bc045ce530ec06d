import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useActions, useOpenEditor } from '../store/editor-context.ts'
import { insertLineAt } from '../store/word-edits.ts'
import { PlayheadTime } from '../times/playhead-time.tsx'

/** Adds a typed caption at the playhead, timed by syllables, and moves the playhead after it. */
export function AddLine() {
  const { store, player } = useOpenEditor()
  const { edit, select } = useActions()
  const [text, setText] = useState('')

  function add(event: FormEvent) {
    event.preventDefault()
    const before = store.getState().doc
    if (!edit(insertLineAt(before, player.nowMs(), text))) return
    const known = new Set(before.words.map(({ id }) => id))
    const typed = store.getState().doc.words.filter(({ id }) => !known.has(id))
    const last = typed.at(-1)
    setText('')
    if (last === undefined) return
    select({ focus: typed[0]?.id ?? null, anchor: typed[0]?.id ?? null })
    player.seek(last.t1)
  }

  return (
    <form method="post" onSubmit={add} className="flex items-end gap-2 border-t border-border p-2">
      <div className="min-w-0 grow">
        <TextField
          size="sm"
          label="Add a caption at the playhead"
          hideLabel
          placeholder="Add a caption"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Button size="sm" type="submit" className="h-8!" icon={<Plus />} disabled={text.trim() === ''}>
        Add at <PlayheadTime />
      </Button>
    </form>
  )
}
