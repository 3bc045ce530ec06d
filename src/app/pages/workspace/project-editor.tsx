import { lazy, Suspense } from 'react'
import type { useProject } from '#features/media/web/index.ts'
import { ProjectLoading } from './project-loading.tsx'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

/**
 * The editor and the painter are the largest code of the product, so they load on demand: together with the page of a
 * video, while that still asks who is there and for what. What fails here is tried again when the editor is shown.
 */
const early = typeof document === 'undefined' ? undefined : loadWorkspace().catch(() => undefined)
const Workspace = lazy(async () => ({ default: (await early) ?? (await loadWorkspace()) }))

async function loadWorkspace() {
  const { EditorWorkspace } = await import('./editor-workspace.tsx')
  return EditorWorkspace
}

/** The caption editor of a prepared video. */
export function ProjectEditor({ project }: { project: Project }) {
  return (
    <Suspense fallback={<ProjectLoading />}>
      <Workspace project={project} />
    </Suspense>
  )
}
