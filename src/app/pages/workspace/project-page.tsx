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
  if (project.data.stage === 'prepared' || isHeardEarly(project.data))
    return <Captions project={project.data} interruption={project.interruption} />
  return (
    <ProjectFrame
      project={project.data}
      stage={project.data.stage === 'refused' ? 'checking' : project.data.stage}
      failed={project.data.stage === 'refused'}
    >
      <ProjectIntake
        project={project.data}
        interruption={project.interruption}
        onCancelled={() => void navigate('/upload')}
      />
    </ProjectFrame>
  )
}

/** While a video with sound is being prepared its length is known, and so is the price of its captions. */
function isHeardEarly({ stage, probe, isCopying }: Project): boolean {
  return stage === 'preparing' && probe !== null && probe.audio !== null && isCopying !== true
}

type CaptionsProps = { project: Project; interruption: ReturnType<typeof useProject>['interruption'] }

/** The captions stage. A silent video has nothing to transcribe: its captions start empty in the editor. */
function Captions({ project, interruption }: CaptionsProps): ReactNode {
  const silent = project.probe?.audio === null
  const mayEdit = allows(project.access, 'edit')
  const run = useTranscription(project.id, !silent)
  const first = useFirstStart(project.id)
  if (silent || run.data?.state === 'done') return <ProjectEditor project={project} />
  if (run.isPending) return <ProjectLoading />
  if (run.isError) return <ProjectProblem error={run.error} onRetry={() => void run.refetch()} />
  return (
    <ProjectFrame project={project} stage="captions">
      {run.data !== null && !isOver(run.data) ? (
        <LiveWords projectId={project.id} run={run.data} mayStop={mayEdit} />
      ) : mayEdit ? (
        <div className="grid gap-10">
          <TransparencyNotice probe={project.probe} />
          <StartPanel
            projectId={project.id}
            last={run.data}
            first={first}
            renderMoreCredits={(missing) => <CreditOffers missing={missing} from={`/projects/${project.id}`} />}
          />
          {project.stage === 'preparing' && (
            <ProjectIntake project={project} interruption={interruption} onCancelled={() => undefined} />
          )}
        </div>
      ) : (
        <NoCaptionsYet ownerName={project.ownerName} />
      )}
    </ProjectFrame>
  )
}

function NoCaptionsYet({ ownerName }: { ownerName: string | null }) {
  return (
    <Notice tone="info" title="No captions yet">
      You can view this video, but not change it. {ownerName ?? 'The owner'} or an editor makes its captions.
    </Notice>
  )
}
