import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

const Panel = lazy(async () => ({ default: (await import('./glossary-panel.tsx')).GlossaryPanel }))

/** The glossary of all the caller's videos, for the profile and the brand kit. */
export function AccountGlossary() {
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <Panel projectId={null} />
    </Suspense>
  )
}
