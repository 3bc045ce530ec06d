import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { CreditOffers } from '#features/billing/web/index.ts'
import { allows } from '#features/collaboration/model/index.ts'
import { ProjectIntake, TransparencyNotice, useProject } from '#features/media/web/index.ts'
import { isOver, LiveWords, StartPanel, useTranscription } from '#features/transcription/web/index.ts'
import { Notice } from '#ui/notice.tsx'
import { useOpenVideo } from '../navigation/open-video.ts'
import { ProjectEditor } from './project-editor.tsx'
import { ProjectFrame } from './project-frame.tsx'
import { ProjectLoading } from './project-loading.tsx'
import { ProjectProblem } from './project-problem.tsx'
import { useFirstStart } from './use-first-start.ts'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

/** A video from upload to download: each stage in turn, then the editor. */
export function ProjectPage({ projectId }: { projectId: string }) {
  const navigate = useNavigate()
  const project = useProject(projectId)
  useOpenVideo(project.data?.ownerName)
  if (project.isPending) return <ProjectLoading />
  if (project.isError) return <ProjectProblem error={project.error} onRetry={() => void project.refetch()} />
  if (mayBeCaptioned(project.data)) return <Captions project={project.data} interruption={project.interruption} />
  return (
    <ProjectFrame project={project.data} stage={stepOf(project.data.stage)} failed={project.data.stage === 'refused'}>
      <div className="grid gap-6">
        <ProjectIntake
          project={project.data}
          interruption={project.interruption}
          onCancelled={() => void navigate('/upload')}
        />
        {project.data.stage === 'preparing' && project.data.probe?.audio === null && (
          <Notice tone="info">This video has no sound. It opens with empty captions, for you to type.</Notice>
        )}
      </div>
    </ProjectFrame>
  )
}

/** The step at which a video is; a refused one was stopped by its check. */
function stepOf(stage: Project['stage']) {
  if (stage === 'refused') return 'checking'
  return stage === 'prepared' ? 'captions' : stage
}

/** From the first byte on, unless it has no sound. A silent video and a copy get their captions once ready. */
function mayBeCaptioned({ stage, probe, isCopying }: Project): boolean {
  if (stage === 'prepared') return true
  return stage !== 'refused' && isCopying !== true && probe?.audio !== null
}

type CaptionsProps = { project: Project; interruption: ReturnType<typeof useProject>['interruption'] }

/** The captions stage. A silent video has nothing to transcribe: its captions start empty in the editor. */
function Captions({ project, interruption }: CaptionsProps): ReactNode {
  const silent = project.probe?.audio === null
  const navigate = useNavigate()
  const run = useTranscription(project.id, !silent)
  if (silent || run.data?.state === 'done') return <ProjectEditor project={project} />
  // What is measured is listened to at once; until then the upload is what the page is about.
  const isMeasured = project.probe !== null
  if (isMeasured && run.isPending) return <ProjectLoading />
  if (isMeasured && run.isError) return <ProjectProblem error={run.error} onRetry={() => void run.refetch()} />
  const intake = (
    <ProjectIntake project={project} interruption={interruption} onCancelled={() => void navigate('/upload')} />
  )
  const isListening = run.data && !isOver(run.data)
  return (
    <ProjectFrame
      project={project}
      stage={isMeasured ? 'captions' : stepOf(project.stage)}
      underWay={project.stage === 'preparing' ? ['preparing'] : undefined}
    >
      <div className="grid gap-10">
        {!isMeasured && intake}
        {run.data !== undefined && <CaptionStep project={project} run={run.data} />}
        {project.stage === 'preparing' && !isListening && intake}
      </div>
    </ProjectFrame>
  )
}

type Run = NonNullable<ReturnType<typeof useTranscription>['data']>

/** The run that makes the captions, or the form that starts it. */
function CaptionStep({ project, run }: { project: Project; run: Run | null }): ReactNode {
  const mayEdit = allows(project.access, 'edit')
  const first = useFirstStart(project.id)
  if (run !== null && !isOver(run)) return <LiveWords projectId={project.id} run={run} mayStop={mayEdit} />
  if (!mayEdit) return project.probe !== null && <NoCaptionsYet ownerName={project.ownerName} />
  return (
    <>
      <TransparencyNotice probe={project.probe} />
      <StartPanel
        projectId={project.id}
        isMeasured={project.probe !== null}
        last={run}
        first={first}
        renderMoreCredits={(missing) => <CreditOffers missing={missing} from={`/projects/${project.id}`} />}
      />
    </>
  )
}

function NoCaptionsYet({ ownerName }: { ownerName: string | null }) {
  return (
    <Notice tone="info" title="No captions yet">
      You can view this video, but not change it. {ownerName ?? 'The owner'} or an editor makes its captions.
    </Notice>
  )
}
