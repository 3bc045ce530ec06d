import { toast } from '#platform/web/toasts.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { RenameDialog } from '#ui/rename-dialog.tsx'
import type { Project } from '../model/contract.ts'
import { useRemove, useRename } from './queries.ts'
import { uploadStore } from './upload-store.ts'
import { cancelUpload } from './uploads.ts'

type ProjectDialogProps = { project: Project; open: boolean; onClose: () => void }

/** Asks for another title. */
export function RenameProject({ project, open, onClose }: ProjectDialogProps) {
  const rename = useRename()
  return (
    <RenameDialog
      heading="Rename video"
      title={project.title}
      open={open}
      onClose={onClose}
      save={(title) => rename.mutateAsync({ projectId: project.id, title })}
    />
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
