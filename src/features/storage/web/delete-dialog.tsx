import { ConfirmDialog } from '#ui/dialog.tsx'
import type { StoredFile } from '../model/contract.ts'

/** The exports that go with the videos among these files, and are not among them. */
export function includedFiles(files: readonly StoredFile[], all: readonly StoredFile[]): StoredFile[] {
  const chosen = new Set(files.map(({ id }) => id))
  const videos = new Set(files.filter(({ kind }) => kind === 'video').map(({ id }) => id))
  return all.filter(({ id, kind, projectId }) => kind === 'export' && videos.has(projectId) && !chosen.has(id))
}

type DeleteDialogProps = {
  /** What is to be deleted; nothing while the dialog is closed. */
  files: readonly StoredFile[]
  along: readonly StoredFile[]
  onClose: () => void
  onConfirm: () => void
}

/** Asks before videos take exports along that were not chosen. */
export function DeleteDialog({ files, along, onClose, onConfirm }: DeleteDialogProps) {
  const videos = files.filter(({ kind }) => kind === 'video')
  const exports = along.length === 1 ? '1 export' : `${along.length} exports`
  const one = videos.length === 1
  return (
    <ConfirmDialog
      open={files.length > 0}
      onClose={onClose}
      title={one ? 'Delete this video?' : `Delete ${videos.length} videos?`}
      description={
        one
          ? `“${videos[0]?.title ?? ''}” takes its captions and ${exports} along.`
          : `They take their captions and ${exports} along.`
      }
      confirmLabel={one ? 'Delete video and exports' : 'Delete videos and exports'}
      onConfirm={onConfirm}
    />
  )
}
