import { useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { refreshProjects, useDiscard } from './queries.ts'
import type { Upload } from './upload-store.ts'
import { cancelUpload } from './uploads.ts'

type CancelUploadProps = {
  name: string
  /** Null while the server has not made it. */
  projectId: string | null
  /** What this page sends of it; undefined when an earlier visit began it. */
  upload: Upload | undefined
  open: boolean
  onClose: () => void
  onCancelled?: (() => void) | undefined
}

/** Asks before an upload ends, and what was sent of it is removed. */
export function CancelUpload({ name, projectId, upload, open, onClose, onCancelled }: CancelUploadProps) {
  const queryClient = useQueryClient()
  const discard = useDiscard()

  async function confirm() {
    if (upload) cancelUpload(upload)
    if (projectId !== null) await discard.mutateAsync({ projectId }).catch(() => refreshProjects(queryClient))
    onClose()
    onCancelled?.()
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Cancel this upload?"
      description={`What was sent of “${name}” is deleted. To stop for now and go on later, pause it instead.`}
      confirmLabel="Cancel upload"
      busy={discard.isPending}
      onConfirm={() => void confirm()}
    />
  )
}
