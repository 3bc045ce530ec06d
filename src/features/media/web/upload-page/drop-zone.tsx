import { Upload as UploadIcon } from 'lucide-react'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { usePageDrop } from '#platform/web/use-page-drop.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { UploadLimits } from '../../model/limits.ts'
import { usePendingUpload } from './use-pending-upload.ts'
import { type IntakeEvents, useFileIntake } from './use-file-intake.ts'
import { VIDEO_FILES } from '../upload/video-files.ts'

/** Why the limits are unknown. */
type LimitsProblem = { readonly message: string; readonly isRetrying: boolean; readonly retry: () => void }

type DropZoneProps = {
  limits: UploadLimits | undefined
  problem: LimitsProblem | null
  on?: IntakeEvents | undefined
}

/** The entry for videos: by drag and drop on the page, the file picker, or pasting. */
export function DropZone({ limits, problem, on }: DropZoneProps) {
  const { addFiles, busy, refusals, waiting } = useFileIntake(limits, on)
  const over = usePageDrop((files) => void addFiles(files))
  const lost = usePendingUpload(limits !== undefined, addFiles)
  return (
    <section aria-label="Upload" className="grid gap-3">
      <div
        data-over={over || undefined}
        className={classNames(
          'grid justify-items-center gap-2 rounded-xl border border-dashed px-6 py-12 text-center transition-colors sm:py-16',
          over ? 'border-accent bg-accent-soft' : 'border-control bg-surface',
        )}
      >
        <UploadIcon
          aria-hidden="true"
          className={classNames('mb-1 size-8', over ? 'text-accent-text' : 'text-faint')}
          strokeWidth={1.5}
        />
        <p className="font-display text-xl font-semibold">{over ? 'Drop to upload' : <Invitation />}</p>
        <div className="mt-2">
          <FileButton
            variant="primary"
            size="lg"
            accept={VIDEO_FILES}
            multiple
            busy={busy}
            onFiles={(files) => void addFiles(files)}
          >
            {busy ? 'Checking the file' : 'Choose a video'}
          </FileButton>
        </div>
        <div className="mt-3 text-sm text-faint">
          {limits ? <LimitsLine limits={limits} /> : problem === null && <Skeleton className="h-5 w-72" />}
        </div>
      </div>
      {problem !== null && <LimitsNotice problem={problem} />}
      <Waiting files={waiting} />
      {lost !== null && (
        <Notice tone="info" title={`“${lost}” is not in this browser`}>
          It is in the browser where you chose it. Choose it again here.
        </Notice>
      )}
      {refusals.map((refusal) => (
        <Notice key={refusal} tone="error" title="This file was not uploaded">
          {refusal}
        </Notice>
      ))}
    </section>
  )
}

function LimitsNotice({ problem: { message, isRetrying, retry } }: { problem: LimitsProblem }) {
  return (
    <Notice
      tone="error"
      title="We couldn’t load your upload limits"
      actions={
        <Button busy={isRetrying} onClick={retry}>
          Try again
        </Button>
      }
    >
      {message} You can still add videos: they wait until the limits have loaded.
    </Notice>
  )
}

/** Files that wait for the limits. */
function Waiting({ files }: { files: readonly File[] }) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {files.length > 0 && (
        <Notice tone="info" title={`${pluralize(files.length, 'file')} ${files.length === 1 ? 'is' : 'are'} waiting`}>
          {files.map(({ name }) => `“${name}”`).join(', ')}. We check {files.length === 1 ? 'it' : 'them'} once your
          upload limits have loaded.
        </Notice>
      )}
    </div>
  )
}

function Invitation() {
  return (
    <>
      <span className="pointer-coarse:hidden">Drop your video here, or paste it</span>
      <span className="pointer-fine:hidden">Pick a video from your phone</span>
    </>
  )
}

function LimitsLine({ limits: { plan, maxBytes, maxDurationMs } }: { limits: UploadLimits }) {
  return (
    <>
      MP4, MOV, M4V, WebM or MKV · up to{' '}
      <span className="whitespace-nowrap tabular">{formatMediaTime(maxDurationMs)}</span> and{' '}
      <span className="whitespace-nowrap tabular">{formatBytes(maxBytes)}</span>{' '}
      {plan !== null && `on the ${plan} plan`}
    </>
  )
}
