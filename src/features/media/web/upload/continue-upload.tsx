import { RotateCw } from 'lucide-react'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { FileButton } from '#ui/file-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Project } from '../../model/contract.ts'
import { useContinueUpload } from './use-continue-upload.ts'
import { VIDEO_FILES } from './video-files.ts'

/**
 * An upload that an earlier visit left unfinished. A page cannot reopen a file, so it asks for the same one
 * and resumes at the server's last byte.
 */
export function ContinueUpload({ project }: { project: Project }) {
  const { resume, problem } = useContinueUpload(project)
  return (
    <div className="grid gap-5">
      <ProgressBar
        label="Upload paused"
        value={project.progress}
        tone="paused"
        detail={`${formatBytes(project.progress * project.sizeBytes)} of ${formatBytes(project.sizeBytes)} uploaded`}
      />
      <p className="text-muted">
        This upload stopped when you closed the page. Choose the same file again, or drop it here, to continue where it
        stopped.
      </p>
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      <div>
        <FileButton variant="primary" accept={VIDEO_FILES} icon={<RotateCw aria-hidden="true" />} onFiles={resume}>
          Choose the file again
        </FileButton>
      </div>
    </div>
  )
}
