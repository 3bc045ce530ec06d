import { lazy, Suspense } from 'react'
import type { useProject } from '#features/media/web/index.ts'
import { ProjectLoading } from './project-loading.tsx'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

/** The editor and the painter are the largest code of the product, so they load on demand. */
const Workspace = lazy(async () => ({ default: (await import('./editor-workspace.tsx')).EditorWorkspace }))

/** The caption editor of a prepared video. */
export function ProjectEditor({ project }: { project: Project }) {
  return (
    <Suspense fallback={<ProjectLoading />}>
      <Workspace project={project} />
    </Suspense>
  )
}
