import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#platform/web/idle.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useEditor } from '../store/editor-context.ts'
import type { TimelineProps } from './timeline.tsx'

const Timeline = lazy(async () => ({ default: (await import('./timeline.tsx')).Timeline }))

/** Longest wait for an idle browser, ms. */
const PATIENCE_MS = 2_000

/** The timeline, loaded after the captions are open and drawn. */
export function TimelinePane(props: TimelineProps) {
  const isOpening = useEditor((state) => state.isOpening)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => (isOpening ? undefined : whenIdle(() => setIdle(true), { timeout: PATIENCE_MS })), [isOpening])
  return isIdle ? (
    <Suspense fallback={<LoadingTimeline />}>
      <Timeline {...props} />
    </Suspense>
  ) : (
    <LoadingTimeline />
  )
}

function LoadingTimeline() {
  return (
    <div role="status" aria-label="Opening the timeline" className="size-full bg-surface p-2">
      <Skeleton className="h-full" />
    </div>
  )
}
