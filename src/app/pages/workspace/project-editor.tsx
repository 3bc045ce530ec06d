import { createElement, useEffect, useState } from 'react'
import { asAppError } from '#platform/web/api.ts'
import type { useProject } from '#features/media/web/index.ts'
import { ProjectLoading } from './project-loading.tsx'

type Project = NonNullable<ReturnType<typeof useProject>['data']>
type Workspace = Awaited<ReturnType<typeof loadWorkspace>>

/**
 * The editor and the painter are the largest code of the product, so they load on demand: together with the page of a
 * video, while that still asks who is there and for what. What fails here is tried again when the editor is shown.
 */
let loaded: Workspace | undefined
if (typeof document !== 'undefined') void loadWorkspace().catch(() => undefined)

async function loadWorkspace() {
  const { EditorWorkspace } = await import('./editor-workspace.tsx')
  loaded = EditorWorkspace
  return EditorWorkspace
}

/** The caption editor of a prepared video. */
export function ProjectEditor({ project }: { project: Project }) {
  const workspace = useWorkspace()
  return workspace === undefined ? <ProjectLoading /> : createElement(workspace, { project })
}

/** The editor's code once it is loaded. Not `lazy`: after a fallback, React shows the content only 300 ms later. */
function useWorkspace(): Workspace | undefined {
  const [found, setFound] = useState<{ readonly workspace?: Workspace; readonly error?: unknown }>({})
  const workspace = found.workspace ?? loaded
  useEffect(() => {
    if (workspace !== undefined) return
    loadWorkspace().then(
      (late) => setFound({ workspace: late }),
      (error: unknown) => setFound({ error }),
    )
  }, [workspace])
  if (found.error !== undefined) throw asAppError(found.error)
  return workspace
}
