import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { CreditOffers } from '#features/billing/web/index.ts'
import { allows } from '#features/collaboration/model/index.ts'
import { ProjectIntake, TransparencyNotice, type useProject } from '#features/media/web/index.ts'
import { isOver, LiveWords, StartPanel, type useTranscription } from '#features/transcription/web/index.ts'
import { Notice } from '#ui/notice.tsx'
import { endOpeningStill } from './opening-still.ts'
import { ProjectFrame } from './project-frame.tsx'
import { useEarlierCut } from './use-earlier-cut.ts'
import { useFirstLanguage } from './use-first-language.ts'
import { useFirstStart } from './use-first-start.ts'

type Project = NonNullable<ReturnType<typeof useProject>['data']>
type Run = NonNullable<ReturnType<typeof useTranscription>['data']>

/** Props of {@link ProjectSteps}. */
export type ProjectStepsProps = {
  readonly project: Project
  readonly interruption: ReturnType<typeof useProject>['interruption']
  /** False for a video without sound, and for a copy that is not ready: each gets its captions without a run. */
  readonly mayBeCaptioned: boolean
  /** Its last transcription, null for none; undefined until it is known. */
  readonly run: Run | null | undefined
}

/** A video before it has captions: the upload, its check and preparation, and the transcription. */
export function ProjectSteps({ project, interruption, mayBeCaptioned, run }: ProjectStepsProps) {
  const navigate = useNavigate()
  useEffect(endOpeningStill, [])
  const intake = (
    <ProjectIntake project={project} interruption={interruption} onCancelled={() => void navigate('/upload')} />
  )
  if (mayBeCaptioned) return <Captions project={project} run={run} intake={intake} />
  const { stage, probe } = project
  return (
    <ProjectFrame project={project} stage={stepOf(stage)} failed={stage === 'refused'}>
      <div className="grid gap-6">
        {intake}
        {stage === 'preparing' && probe?.audio === null && (
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

/** The captions stage, beside what is left of upload and preparation. */
function Captions({ project, run, intake }: Pick<ProjectStepsProps, 'project' | 'run'> & { intake: ReactNode }) {
  const isMeasured = project.probe !== null
  const isListening = run && !isOver(run)
  return (
    <ProjectFrame
      project={project}
      stage={isMeasured ? 'captions' : stepOf(project.stage)}
      underWay={project.stage === 'preparing' ? ['preparing'] : undefined}
    >
      <div className="grid gap-10">
        {!isMeasured && intake}
        {run !== undefined && <CaptionStep project={project} run={run} />}
        {project.stage === 'preparing' && !isListening && intake}
      </div>
    </ProjectFrame>
  )
}

/** The run that makes the captions, or the form that starts it. */
function CaptionStep({ project, run }: { project: Project; run: Run | null }): ReactNode {
  const mayEdit = allows(project.access, 'edit')
  const first = useFirstStart(project.id)
  const firstLanguage = useFirstLanguage()
  const earlier = useEarlierCut(project)
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
        firstLanguage={firstLanguage}
        earlier={earlier}
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
