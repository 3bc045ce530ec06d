import { RequireAccount } from '#features/accounts/web/index.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import type { PageProps } from '../router/page-modules.ts'
import { ProjectPage } from '../workspace/project-page.tsx'

export const meta = () => [{ title: `Video · ${PRODUCT_NAME}` }]

/** A workspace fills the window: no footer under it. */
export const handle = { fullHeight: true }

/** /projects/:projectId, for its owner. */
export default function Project({ params: { projectId = '' } }: PageProps) {
  return (
    <RequireAccount>
      <ProjectPage key={projectId} projectId={projectId} />
    </RequireAccount>
  )
}
