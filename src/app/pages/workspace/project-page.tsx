import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { prefetchAccount } from '#features/accounts/web/index.ts'
import { prefetchProject, useIsUploadedHere, useProject } from '#features/media/web/index.ts'
import { prefetchRun, useTranscription } from '#features/transcription/web/index.ts'
import { deferredComponent } from '#platform/web/deferred-component.tsx'
import type { PathParams } from '#platform/shared/page-paths.ts'
import { useOpenVideo } from '../navigation/open-video.ts'
import { endOpeningStill } from './opening-still.ts'
import { ProjectEditor } from './project-editor.tsx'
import { ProjectLoading } from './project-loading.tsx'
import { ProjectProblem } from './project-problem.tsx'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

/** Loaded for a video without captions only: the editor opens without it. */
const ProjectSteps = deferredComponent(
  async () => (await import('./project-steps.tsx')).ProjectSteps,
  <ProjectLoading />,
)

/** Delay before the editor's code loads on the page of an upload, so that the form loads first. */
const EDITOR_AFTER_MS = 1_000

/** Loads the code of a video without captions, as of an upload, before its page is shown. */
export function preloadSteps(): void {
  ProjectSteps.preload()
}

/** Asks for what the page asks for, each if the answer before allows it. */
export async function prefetchPage(client: QueryClient, { projectId = '' }: PathParams): Promise<void> {
  if (!(await prefetchAccount(client))) return
  const project = await prefetchProject(client, projectId)
  if (project !== undefined && mayHaveRun(project)) await prefetchRun(client, projectId)
}

/** A video from upload to download: each stage in turn, then the editor. */
export function ProjectPage({ projectId }: { projectId: string }) {
  const project = useProject(projectId)
  useOpenVideo(project.data?.ownerName)
  // Also an editor that is left before it has opened.
  useEffect(() => endOpeningStill, [])
  const isUploadedHere = useIsUploadedHere(projectId)
  useEffect(() => {
    const waiting = setTimeout(() => ProjectEditor.preload(), isUploadedHere ? EDITOR_AFTER_MS : 0)
    return () => clearTimeout(waiting)
  }, [isUploadedHere])
  if (project.isPending) return <ProjectLoading />
  if (project.isError) return <ProjectProblem error={project.error} onRetry={() => void project.refetch()} />
  return <ProjectStage project={project.data} interruption={project.interruption} />
}

type ProjectStageProps = { project: Project; interruption: ReturnType<typeof useProject>['interruption'] }

/** The editor once there are captions. A silent video has nothing to transcribe: its captions start empty. */
function ProjectStage({ project, interruption }: ProjectStageProps) {
  const isSilent = project.probe?.audio === null
  const canHaveCaptions = mayBeCaptioned(project)
  const run = useTranscription(project.id, mayHaveRun(project))
  const [isAgain, setAgain] = useState(false)
  if (canHaveCaptions && (isSilent || run.data?.state === 'done')) return <ProjectEditor project={project} />
  if (run.data?.hasEarlyCaptions === true && !isAgain)
    return <ProjectEditor project={project} early={{ run: run.data, onAgain: () => setAgain(true) }} />
  // What is measured is listened to at once; until then the upload is what the page is about.
  const awaitsRun = canHaveCaptions && (project.probe !== null || project.stage === 'refused')
  if (awaitsRun && run.isPending) return <ProjectLoading />
  if (awaitsRun && run.isError) return <ProjectProblem error={run.error} onRetry={() => void run.refetch()} />
  const mayBegin = canHaveCaptions && project.stage !== 'refused'
  return <ProjectSteps project={project} interruption={interruption} mayBeCaptioned={mayBegin} run={run.data} />
}

/** A silent video has nothing to transcribe. */
function mayHaveRun(project: Project): boolean {
  return mayBeCaptioned(project) && project.probe?.audio !== null
}

/**
 * From the first byte on, unless it has no sound; a refused one may have captions already. A silent video and a copy get
 * their captions once ready.
 */
function mayBeCaptioned({ stage, probe, isCopying }: Project): boolean {
  return stage === 'prepared' || (isCopying !== true && probe?.audio !== null)
}
