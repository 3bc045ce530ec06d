import { CloudUpload } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatProgress } from '#platform/shared/format/numbers.ts'
import { useDocumentTitle } from '#platform/web/use-document-title.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Popover } from '#ui/popover.tsx'
import type { Project } from '../../model/contract.ts'
import { UploadProgress } from '../upload/upload-progress.tsx'
import { isUnderWay, type Upload, useUploadOf } from '../upload/upload-store.ts'

/** Props of {@link VideoStatus}. */
type VideoStatusProps = {
  project: Project
  /** Called after the creator cancelled the upload and so removed the project. */
  onCancelled: () => void
}

/**
 * What still happens to a video whose captions are open, in a few letters for a bar; its upload opens with speed, time
 * left, pause and cancel. Nothing once the video is prepared.
 */
export function VideoStatus({ project, onCancelled }: VideoStatusProps): ReactNode {
  const upload = useUploadOf(project.id)
  const isHere = project.stage === 'uploading' && upload !== undefined
  const done = isHere ? upload.sentBytes / Math.max(1, upload.sizeBytes) : project.progress
  useDocumentTitle(isHere ? `${formatProgress(done)} · Uploading ${project.title}` : undefined)
  const label = isHere ? LABEL[upload.phase] : labelOf(project)
  if (label === null) return null
  const text = <StatusText label={label} done={project.stage === 'checking' ? null : done} />
  if (!isHere || upload.phase === 'done')
    return (
      <p role="status" className="flex items-center gap-1.5 text-sm whitespace-nowrap text-muted">
        {text}
      </p>
    )
  return (
    <Popover
      title="Your video"
      align="end"
      trigger={
        <button
          type="button"
          className={buttonClass({
            variant: 'ghost',
            size: 'sm',
            className: isUnderWay(upload) ? undefined : 'text-warning!',
          })}
        >
          {text}
        </button>
      }
    >
      <div className="w-64 max-w-full">
        <UploadProgress upload={upload} onCancelled={onCancelled} />
      </div>
    </Popover>
  )
}

function StatusText({ label, done }: { label: string; done: number | null }) {
  return (
    <>
      <CloudUpload aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">{label}</span>
      {done !== null && <span className="tabular">{formatProgress(done)}</span>}
    </>
  )
}

/** Null if there is nothing to wait for. */
function labelOf({ stage, access }: Project): string | null {
  switch (stage) {
    case 'uploading':
      return access === 'owner' ? 'Upload paused' : 'Uploading'
    case 'checking':
      return 'Checking the video'
    case 'preparing':
      return 'Preparing the video'
    case 'prepared':
    case 'refused':
      return null
    default:
      return stage satisfies never
  }
}

const LABEL: Readonly<Record<Upload['phase'], string>> = {
  starting: 'Uploading',
  uploading: 'Uploading',
  paused: 'Upload paused',
  waiting: 'Waiting for the network',
  failed: 'Upload stopped',
  done: 'Uploaded',
}
