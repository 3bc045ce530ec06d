import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { StoredFile } from '../model/contract.ts'
import { useRename } from './queries.ts'

/** Asks for another title of a video; its exports are named after it. */
export function RenameDialog({ file, onClose }: { file: StoredFile | undefined; onClose: () => void }) {
  const form = useId()
  const rename = useRename()
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (file === undefined) return
    const entered = new FormData(event.currentTarget).get('title')
    const title = typeof entered === 'string' ? entered.trim() : ''
    if (title === '') return setProblem('Enter a title.')
    rename.mutate(
      { projectId: file.projectId, title },
      { onSuccess: onClose, onError: ({ message }) => setProblem(message) },
    )
  }

  return (
    <Dialog
      open={file !== undefined}
      onClose={onClose}
      title="Rename video"
      description="Its exports and caption files are named after it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={rename.isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} onInput={() => setProblem(undefined)}>
        <TextField
          name="title"
          label="Title"
          defaultValue={file?.title}
          maxLength={200}
          data-focus-first=""
          error={problem}
        />
      </form>
    </Dialog>
  )
}
