import { RenameDialog } from '#ui/rename-dialog.tsx'
import type { StoredFile } from '../model/contract.ts'
import { useRename } from './queries.ts'

/** Renames a video and its exports. */
export function RenameFile({ file, onClose }: { file: StoredFile | undefined; onClose: () => void }) {
  const rename = useRename()
  return (
    <RenameDialog
      heading="Rename video"
      description="Its exports and caption files get the same name."
      title={file?.title ?? ''}
      open={file !== undefined}
      onClose={onClose}
      save={async (title) => {
        if (file !== undefined) await rename.mutateAsync({ projectId: file.projectId, title })
      }}
    />
  )
}
