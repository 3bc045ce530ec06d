import { Pause, Play, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatTimeLeft } from '#platform/shared/format/durations.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { CancelUpload } from './cancel-upload.tsx'
import { secondsLeft } from './transfer-rate.ts'
import { isUnderWay, type Upload } from './upload-store.ts'
import { pauseUpload, resumeUpload } from './uploads.ts'

/** An upload with its progress, speed, time left and buttons. */
export function UploadProgress({ upload, onCancelled }: { upload: Upload; onCancelled?: () => void }) {
  return (
    <div className="grid gap-4">
      <ProgressBar
        label={LABEL[upload.phase]}
        value={upload.sizeBytes === 0 ? 0 : upload.sentBytes / upload.sizeBytes}
        tone={upload.phase === 'failed' ? 'error' : isUnderWay(upload) ? 'accent' : 'paused'}
        detail={<Figures upload={upload} />}
      />
      {upload.continuedFrom > 0 && (
        <p role="status" className="text-sm text-muted">
          Continued where it stopped: {formatBytes(upload.continuedFrom)} were already uploaded.
        </p>
      )}
      {upload.problem !== null && (
        <Notice tone="error" title="The upload stopped">
          {upload.problem}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <PauseOrResume upload={upload} />
        <Cancel upload={upload} onCancelled={onCancelled} />
      </div>
    </div>
  )
}

function Figures({ upload: { phase, sentBytes, sizeBytes, rate } }: { upload: Upload }) {
  const moving = phase === 'uploading' && sentBytes < sizeBytes
  const left = moving ? secondsLeft(rate, sizeBytes - sentBytes) : null
  return (
    <span className="flex flex-wrap gap-x-4">
      <span>
        {formatBytes(sentBytes)} of {formatBytes(sizeBytes)}
      </span>
      {phase === 'uploading' && !moving && <span>Saving the file</span>}
      {moving && rate.bytesPerSecond !== null && <span>{formatBytes(rate.bytesPerSecond)}/s</span>}
      {left !== null && <span>{formatTimeLeft(left * 1_000)}</span>}
      {phase === 'waiting' && <span role="status">It continues once the network is back.</span>}
    </span>
  )
}

function PauseOrResume({ upload }: { upload: Upload }) {
  if (upload.phase === 'done') return null
  if (upload.phase === 'failed') {
    return (
      <Button variant="primary" icon={<RotateCw aria-hidden="true" />} onClick={() => resumeUpload(upload)}>
        Try again
      </Button>
    )
  }
  if (upload.phase === 'paused') {
    return (
      <Button variant="primary" icon={<Play aria-hidden="true" />} onClick={() => resumeUpload(upload)}>
        Resume
      </Button>
    )
  }
  return (
    <Button icon={<Pause aria-hidden="true" />} onClick={() => pauseUpload(upload)}>
      Pause
    </Button>
  )
}

function Cancel({ upload, onCancelled }: { upload: Upload; onCancelled: (() => void) | undefined }) {
  const [asking, setAsking] = useState(false)
  if (upload.phase === 'done') return null
  return (
    <>
      <Button variant="ghost" icon={<X aria-hidden="true" />} onClick={() => setAsking(true)}>
        Cancel upload
      </Button>
      <CancelUpload
        name={upload.name}
        projectId={upload.projectId}
        upload={upload}
        open={asking}
        onClose={() => setAsking(false)}
        onCancelled={onCancelled}
      />
    </>
  )
}

const LABEL = {
  starting: 'Starting the upload',
  uploading: 'Uploading',
  paused: 'Upload paused',
  waiting: 'Waiting for the network',
  failed: 'Upload stopped',
  done: 'Uploaded',
}
