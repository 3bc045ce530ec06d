import { lazy, Suspense } from 'react'
import type { CommentMarksSlot, CommentsSlot } from '#features/captions/web/index.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const Panel = lazy(async () => ({ default: (await import('./comments-panel.tsx')).CommentsPanel }))
const Marks = lazy(async () => ({ default: (await import('./comment-marks.tsx')).CommentMarks }))

/** The comments panel; its code loads when it is first shown. */
export function LazyCommentsPanel(slot: CommentsSlot) {
  return (
    <Suspense fallback={<Loading />}>
      <Panel {...slot} />
    </Suspense>
  )
}

function Loading() {
  return (
    <div className="p-4">
      <Skeleton className="h-40" />
    </div>
  )
}

/** Marks of commented words; the code loads once the editor is connected. */
export function LazyCommentMarks(slot: CommentMarksSlot) {
  if (slot.version === 0 && !slot.isCrowded) return null
  return (
    <Suspense>
      <Marks {...slot} />
    </Suspense>
  )
}
