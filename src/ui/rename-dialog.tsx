import { type FormEvent, useId, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './text-field.tsx'

/** Longest title, in characters. */
const LONGEST = 200

/**
 * Asks for a new title and closes when it is saved. If saving fails, it stays open and shows why: `save` rejects with
 * an error whose message can be shown.
 */
export function RenameDialog({
  heading,
  description,
  label = 'Title',
  action = 'Rename',
  longest = LONGEST,
  title,
  open,
  onClose,
  save,
}: {
  /** 'Rename video' */
  heading: string
  description?: string
  /** The name of the field. Default `Title`. */
  label?: string
  /** The label of the button that saves. Default `Rename`. */
  action?: string
  /** Maximum length, in characters. Default 200. */
  longest?: number
  /** The current title. */
  title: string
  open: boolean
  onClose: () => void
  save: (title: string) => Promise<unknown>
}) {
  const form = useId()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget: sent } = event
    const entered = new FormData(sent).get('title')
    const wanted = typeof entered === 'string' ? entered.trim() : ''
    if (wanted === '') return setProblem(`Enter a ${label.toLowerCase()}.`)
    setBusy(true)
    try {
      await save(wanted)
      // The dialog may have been closed and opened for something else meanwhile; then it stays.
      if (sent.isConnected) onClose()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (sent.isConnected) setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={heading}
      {...(description !== undefined && { description })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} method="post" onSubmit={(event) => void submit(event)} onInput={() => setProblem(undefined)}>
        <TextField
          name="title"
          label={label}
          defaultValue={title}
          maxLength={longest}
          data-focus-first=""
          error={problem}
        />
      </form>
    </Dialog>
  )
}
