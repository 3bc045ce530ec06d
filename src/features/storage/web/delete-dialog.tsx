import { pluralize } from '#platform/shared/format/numbers.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import type { StoredFile } from '../model/contract.ts'

/** The exports that are deleted with these videos without being selected. */
export function includedFiles(files: readonly StoredFile[], all: readonly StoredFile[]): StoredFile[] {
  const chosen = new Set(files.map(({ id }) => id))
  const videos = new Set(files.filter(({ kind }) => kind === 'video').map(({ id }) => id))
  return all.filter(({ id, kind, projectId }) => kind === 'export' && videos.has(projectId) && !chosen.has(id))
}

type DeleteDialogProps = {
  /** The files to delete; empty while the dialog is closed. */
  files: readonly StoredFile[]
  included: readonly StoredFile[]
  onClose: () => void
  onConfirm: () => void
}

/** Confirms the deletion of videos whose exports were not selected. */
export function DeleteDialog({ files, included, onClose, onConfirm }: DeleteDialogProps) {
  const videos = files.filter(({ kind }) => kind === 'video')
  const exports = pluralize(included.length, 'export')
  const one = videos.length === 1
  return (
    <ConfirmDialog
      open={files.length > 0}
      onClose={onClose}
      title={one ? 'Delete this video?' : `Delete ${pluralize(videos.length, 'video')}?`}
      description={
        one
          ? `This also deletes the captions and ${exports} of “${videos[0]?.title ?? ''}”.`
          : `This also deletes their captions and ${exports}.`
      }
      confirmLabel={one ? 'Delete video and exports' : 'Delete videos and exports'}
      onConfirm={onConfirm}
    />
  )
}
