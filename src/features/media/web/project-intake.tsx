import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CROWDED, type Interruption } from '#platform/web/stream.ts'
import { useDocumentTitle } from '#platform/web/use-document-title.ts'
import { buttonLook } from '#ui/button-look.ts'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Project } from '../model/contract.ts'
import { ContinueUpload } from './continue-upload.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { type Upload, useUploadOf } from './upload-store.ts'

/** Props of {@link ProjectIntake}. */
export type ProjectIntakeProps = {
  project: Project
  /** Why nothing live comes of it: what is shown may be old. */
  interruption: Interruption | null
  /** After the creator cancelled the upload: this project is gone. */
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
            : 'The connection to the server is lost. This page goes on by itself when it is back.'}
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
          detail="Finding out what it really is. You can leave this page; the work goes on."
        />
      )
    case 'preparing':
      return (
        <ProgressBar
          label="Preparing your video"
          value={project.progress}
          detail="Making a fast preview. You can leave this page; the work goes on."
        />
      )
    case 'refused':
      return <Refused problem={project.problem} />
    case 'prepared':
      return null
    default:
      return project.stage satisfies never
  }
}

/** Whoever works on somebody's videos sees how far an upload is; it goes on where the owner began it. */
function OwnersUpload({ project: { progress, ownerName } }: { project: Project }) {
  return (
    <ProgressBar label="Uploading" value={progress} detail={`${ownerName ?? 'The owner'} is uploading this video.`} />
  )
}

function Refused({ problem }: { problem: string | null }) {
  return (
    <Notice
      tone="error"
      title="This video cannot be captioned"
      actions={
        <Link to="/upload" className={buttonLook({ variant: 'primary' })}>
          Upload another video
        </Link>
      }
    >
      {problem ?? 'The file could not be read.'} No credits were used.
    </Notice>
  )
}

function intakeTitle({ stage, progress, title }: Project, upload: Upload | undefined): string | undefined {
  const percent = (fraction: number) => `${Math.floor(fraction * 100)}%`
  if (stage === 'uploading' && upload)
    return `${percent(upload.sentBytes / Math.max(1, upload.sizeBytes))} · Uploading ${title}`
  if (stage === 'checking') return `Checking ${title}`
  if (stage === 'preparing') return `${percent(progress)} · Preparing ${title}`
  return undefined
}
