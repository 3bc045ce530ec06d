import { useNavigate } from 'react-router'
import { VideoNotice, VideoStatus, type useProject } from '#features/media/web/index.ts'
import { EarlyRunNotice, type useTranscription } from '#features/transcription/web/index.ts'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

/** The run whose captions were made before their video was here. */
export type EarlyRun = {
  readonly run: NonNullable<ReturnType<typeof useTranscription>['data']>
  /** Shows the form that makes captions of the video itself. */
  onAgain(): void
}

/** In the bar of the editor: what still happens to a video whose captions are open. */
export function VideoProgress({ project }: { project: Project }) {
  const navigate = useNavigate()
  return <VideoStatus project={project} onCancelled={() => void navigate('/upload')} />
}

/** Under the bar of the editor: what is wrong with such a video, or with the run that made its captions. */
export function VideoTrouble({ project, early }: { project: Project; early: EarlyRun | undefined }) {
  const isRefused = project.stage === 'refused'
  return (
    <>
      <VideoNotice project={project} />
      {early && <EarlyRunNotice run={early.run} onAgain={isRefused ? undefined : early.onAgain} />}
    </>
  )
}
