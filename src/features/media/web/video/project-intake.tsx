import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatProgress } from '#platform/shared/format/numbers.ts'
import { CROWDED, type Interruption } from '#platform/web/stream.ts'
import { useDocumentTitle } from '#platform/web/use-document-title.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Project } from '../../model/contract.ts'
import { ContinueUpload } from '../upload/continue-upload.tsx'
import { UploadProgress } from '../upload/upload-progress.tsx'
import { type Upload, useUploadOf } from '../upload/upload-store.ts'

/** Props of {@link ProjectIntake}. */
export type ProjectIntakeProps = {
  project: Project
  /** Why live updates are interrupted: the page may be outdated. */
  interruption: Interruption | null
  /** Called after the creator cancelled the upload and so removed the project. */
  onCancelled: () => void
}

/** A project until it is prepared: uploading, checking, preparing, or refused. */
export function ProjectIntake({ project, interruption, onCancelled }: ProjectIntakeProps) {
  const upload = useUploadOf(project.id)
  useDocumentTitle(intakeTitle(project, upload))
  return (
    <div className="grid gap-4">
      {interruption !== null && (
        <Notice tone="warning">
          {interruption === 'crowded'
            ? CROWDED
            : 'The connection to the server is lost. This page continues once it is back.'}
        </Notice>
      )}
      <StageBody project={project} upload={upload} onCancelled={onCancelled} />
    </div>
  )
}

function StageBody({
  project,
  upload,
  onCancelled,
}: Omit<ProjectIntakeProps, 'interruption'> & { upload: Upload | undefined }): ReactNode {
  switch (project.stage) {
    case 'uploading':
      if (upload) return <UploadProgress upload={upload} onCancelled={onCancelled} />
      if (project.access !== 'owner') return <OwnersUpload project={project} />
      return <ContinueUpload project={project} />
    case 'checking':
      return (
        <ProgressBar
          label="Checking the file"
          value={project.progress}
          detail="This takes a moment. You can leave this page; the work continues."
        />
      )
    case 'preparing':
      return (
        <ProgressBar
          label={project.isCopying === true ? 'Copying your video' : 'Preparing your video'}
          value={project.progress}
          detail={`${project.isCopying === true ? 'It opens once it is whole.' : 'Creating a fast preview.'} You can leave this page; the work continues.`}
        />
      )
    case 'refused':
      return project.isCopying === true ? (
        <NotCopied problem={project.problem} />
      ) : (
        <Refused problem={project.problem} />
      )
    case 'prepared':
      return null
    default:
      return project.stage satisfies never
  }
}

/** A collaborator sees the progress of an upload; only its owner can resume it. */
function OwnersUpload({ project: { progress, ownerName } }: { project: Project }) {
  return (
    <ProgressBar label="Uploading" value={progress} detail={`${ownerName ?? 'The owner'} is uploading this video.`} />
  )
}

function Refused({ problem }: { problem: string | null }) {
  const sells = useIsSelling()
  return (
    <Notice
      tone="error"
      title="We can’t caption this video"
      actions={
        <Link to="/upload" className={buttonClass({ variant: 'primary' })}>
          Upload another video
        </Link>
      }
    >
      {problem ?? 'We couldn’t read this file.'} {sells && 'No credits were used.'}
    </Notice>
  )
}

function NotCopied({ problem }: { problem: string | null }) {
  return (
    <Notice
      tone="error"
      title="This video was not copied"
      actions={
        <Link to="/upload" className={buttonClass({ variant: 'primary' })}>
          My videos
        </Link>
      }
    >
      {problem ?? 'Something went wrong on our side.'} You can delete this entry.
    </Notice>
  )
}

function intakeTitle({ stage, progress, title, isCopying }: Project, upload: Upload | undefined): string | undefined {
  if (stage === 'uploading' && upload)
    return `${formatProgress(upload.sentBytes / Math.max(1, upload.sizeBytes))} · Uploading ${title}`
  if (stage === 'checking') return `Checking ${title}`
  if (stage === 'preparing')
    return `${formatProgress(progress)} · ${isCopying === true ? 'Copying' : 'Preparing'} ${title}`
  return undefined
}
