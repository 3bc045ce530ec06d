import { lazy, Suspense } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { GlossaryPanelProps } from './glossary-panel.tsx'

const Panel = lazy(async () => ({ default: (await import('./glossary-panel.tsx')).GlossaryPanel }))

/** The glossary of a video and of its owner, in a window. */
export function GlossaryDialog({
  open,
  onClose,
  ...panel
}: GlossaryPanelProps & { readonly open: boolean; onClose(): void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title="Words to know"
      description="New captions write these words your way. Captions that exist stay as they are."
    >
      <div className="pb-4">
        <Suspense fallback={<Skeleton className="h-40" />}>
          <Panel {...panel} />
        </Suspense>
      </div>
    </Dialog>
  )
}
