import { useQueryClient } from '@tanstack/react-query'
import { useDelete } from '#features/storage/web/index.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { RenameDialog } from '#ui/rename-dialog.tsx'
import type { Project } from '../../model/contract.ts'
import { CancelUpload } from '../upload/cancel-upload.tsx'
import { forgetProject, useRename } from '../queries.ts'
import { useUploadOf } from '../upload/upload-store.ts'

type ProjectDialogProps = { project: Project; open: boolean; onClose: () => void }

/** Renames a video. */
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

type DeleteProjectProps = ProjectDialogProps & {
  /** Called once the video is hidden, before the lists reload. */
  onDeleted?: (() => void) | undefined
}

/**
 * Confirms the deletion of a video with everything made from it, and offers an undo for ten seconds. An unfinished
 * upload is cancelled instead.
 */
export function DeleteProject(props: DeleteProjectProps) {
  const { project, open, onClose, onDeleted } = props
  const upload = useUploadOf(project.id)
  if (project.stage !== 'uploading') return <DeleteVideo {...props} />
  return (
    <CancelUpload
      name={project.title}
      projectId={project.id}
      upload={upload}
      open={open}
      onClose={onClose}
      onCancelled={onDeleted}
    />
  )
}

function DeleteVideo({ project, ...dialog }: DeleteProjectProps) {
  return <DeleteVideos {...dialog} videos={[project]} />
}

type DeleteVideosProps = Omit<DeleteProjectProps, 'project'> & { videos: readonly Pick<Project, 'id' | 'title'>[] }

/** Confirms the deletion of videos with everything made from them, and offers an undo for ten seconds. */
export function DeleteVideos({ videos, open, onClose, onDeleted }: DeleteVideosProps) {
  const queryClient = useQueryClient()
  const remove = useDelete({
    onDeleted() {
      for (const { id } of videos) forgetProject(queryClient, id)
      onDeleted?.()
    },
  })
  const [only] = videos.length === 1 ? videos : []
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={only ? 'Delete this video?' : `Delete ${pluralize(videos.length, 'video')}?`}
      description={
        only
          ? `This also deletes the captions and exports of “${only.title}”.`
          : 'This also deletes their captions and exports.'
      }
      confirmLabel={only ? 'Delete video' : 'Delete videos'}
      onConfirm={() => {
        onClose()
        remove.mutate({ files: videos.map(({ id }) => ({ kind: 'video', id })) })
      }}
    />
  )
}
