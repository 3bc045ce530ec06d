import { type FormEvent, useId, useState } from 'react'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog, Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { Project } from '../model/contract.ts'
import { useRemove, useRename } from './queries.ts'
import { uploadStore } from './upload-store.ts'
import { cancelUpload } from './uploads.ts'

type ProjectDialogProps = { project: Project; open: boolean; onClose: () => void }

/** Asks for another title. */
export function RenameProject({ project, open, onClose }: ProjectDialogProps) {
  const form = useId()
  const rename = useRename()
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget).get('title')
    const title = typeof entered === 'string' ? entered.trim() : ''
    if (title === '') return setProblem('Enter a title.')
    rename.mutate(
      { projectId: project.id, title },
      { onSuccess: onClose, onError: ({ message }) => setProblem(message) },
    )
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rename video"
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
          defaultValue={project.title}
          maxLength={200}
          data-focus-first=""
          error={problem}
        />
      </form>
    </Dialog>
  )
}

/** Asks before a video and everything made from it goes. @param props.onDeleted after it went; otherwise the list shows it */
export function DeleteProject({ project, open, onClose, onDeleted }: ProjectDialogProps & { onDeleted?: () => void }) {
  const remove = useRemove()

  function confirm() {
    const upload = uploadStore.getState().uploads.find(({ projectId }) => projectId === project.id)
    if (upload) cancelUpload(upload)
    remove.mutate(
      { projectId: project.id },
      {
        onSuccess: () => {
          onClose()
          toast.success(`“${project.title}” was deleted.`)
          onDeleted?.()
        },
        onError: ({ message }) => {
          onClose()
          toast.error(message, { title: 'The video was not deleted' })
        },
      },
    )
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this video?"
      description={`“${project.title}”, its captions and its exports will be deleted. This cannot be undone.`}
      confirmLabel="Delete video"
      busy={remove.isPending}
      onConfirm={confirm}
    />
  )
}
