import { RequireAccount } from '#features/accounts/web/index.ts'
import { siteName } from '#platform/shared/product.ts'
import type { EarlyRequest } from '#platform/web/early-requests.ts'
import type { PageProps } from '../router/page-modules.ts'
import { STILL } from '../workspace/opening-still.ts'
import { openingStillScript } from '../workspace/opening-still-script.ts'
import { ProjectPage } from '../workspace/project-page.tsx'
import '../application.css'

export { prefetchPage as prefetch, preloadSteps } from '../workspace/project-page.tsx'

export const meta = () => [{ title: `Video · ${siteName()}` }]

const input = { projectId: ':projectId' }

export const early: readonly EarlyRequest[] = [
  { procedure: 'accounts/me' },
  { procedure: 'media/get', input },
  { procedure: 'transcription/get', input, ifAnswer: { stage: 'prepared' } },
  { picture: STILL, ifAnswer: { state: 'done' } },
  { file: '/api/captions/:projectId/document', ifAnswer: { state: 'done' } },
]

export const headScript = import.meta.env.SSR ? openingStillScript() : undefined

export const imports = ['src/app/pages/workspace/editor-workspace.tsx']

/** A workspace fills the window: no footer under it. */
export const handle = { fullHeight: true, needsAccount: true }

/** /projects/:projectId, for its owner. */
export default function Project({ params: { projectId = '' } }: PageProps) {
  return (
    <RequireAccount>
      <ProjectPage key={projectId} projectId={projectId} />
    </RequireAccount>
  )
}
