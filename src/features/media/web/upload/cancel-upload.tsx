import { useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { refreshProjects, useDiscard } from '../queries.ts'
import type { Upload } from './upload-store.ts'
import { cancelUpload } from './uploads.ts'

type CancelUploadProps = {
  name: string
  /** Null until the server has created it. */
  projectId: string | null
  /** This page's upload of it; undefined if an earlier visit started it. */
  upload: Upload | undefined
  open: boolean
  onClose: () => void
  onCancelled?: (() => void) | undefined
}

/** Confirms that an upload ends and its bytes are deleted. */
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
      description={`This deletes the uploaded part of “${name}”. To continue later, pause the upload instead.`}
      confirmLabel="Cancel upload"
      busy={discard.isPending}
      onConfirm={() => void confirm()}
    />
  )
}
