import { lazy, Suspense } from 'react'

const Sharing = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

/** The review links of a project, in a dialog; its code loads when it is first opened. */
export function LazyShareDialog(o: { projectId: string; onClose: () => void }) {
  return (
    <Suspense>
      <Sharing open {...o} />
    </Suspense>
  )
}
