import { deferredComponent } from '#platform/web/deferred-component.tsx'
import { ProjectLoading } from './project-loading.tsx'

/**
 * The caption editor of a prepared video. The editor and the painter are the largest code of the product: it loads
 * together with the page of a video, which meanwhile asks who is there and for what. An upload opens its page from
 * another one: the form that starts its captions comes first.
 */
export const ProjectEditor = deferredComponent(
  async () => {
    const { EditorWorkspace, openAhead } = await import('./editor-workspace.tsx')
    const [, projects, projectId = ''] = location.pathname.split('/')
    if (projects === 'projects') openAhead(projectId)
    return EditorWorkspace
  },
  <ProjectLoading />,
)
if (typeof document !== 'undefined' && location.pathname.startsWith('/projects/')) ProjectEditor.preload()
