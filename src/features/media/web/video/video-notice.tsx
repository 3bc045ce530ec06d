import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileButton } from '#ui/file-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useIsSelling } from '#platform/web/use-site.ts'
import type { Project } from '../../model/contract.ts'
import { useUploadOf } from '../upload/upload-store.ts'
import { useContinueUpload } from '../upload/use-continue-upload.ts'
import { VIDEO_FILES } from '../upload/video-files.ts'

/** What is wrong with a video whose captions are open already: its upload stopped, or it was refused. */
export function VideoNotice({ project }: { project: Project }): ReactNode {
  const upload = useUploadOf(project.id)
  if (project.stage === 'refused') return <RefusedNotice problem={project.problem} />
  if (project.stage !== 'uploading' || project.access !== 'owner') return null
  if (upload === undefined) return <StoppedNotice project={project} />
  if (upload.problem === null) return null
  return (
    <Notice tone="error" title="The upload stopped">
      {upload.problem}
    </Notice>
  )
}

function StoppedNotice({ project }: { project: Project }) {
  const { resume, problem } = useContinueUpload(project)
  return (
    <Notice
      tone={problem === undefined ? 'warning' : 'error'}
      title="Your video is not uploaded yet"
      actions={
        <FileButton size="sm" accept={VIDEO_FILES} icon={<RotateCw aria-hidden="true" />} onFiles={resume}>
          Choose the file again
        </FileButton>
      }
    >
      {problem ??
        'The upload stopped when you closed the page. Choose the same file again, or drop it here, to continue where it stopped. Your words are saved.'}
    </Notice>
  )
}

function RefusedNotice({ problem }: { problem: string | null }) {
  const sells = useIsSelling()
  return (
    <Notice tone="error" title="We can’t caption this video">
      {problem ?? 'We couldn’t read this file.'} {sells && 'No credits were used.'} Your words stay here: download them
      as a caption file under Export.
    </Notice>
  )
}
