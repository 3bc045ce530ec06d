import { type ComponentProps, lazy, Suspense } from 'react'
import type { CodeStep } from './code-step.tsx'

const Loaded = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }))

/** The second step of a log-in, loaded on demand: most log-ins need no code. */
export function LazyCodeStep(props: ComponentProps<typeof CodeStep>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
