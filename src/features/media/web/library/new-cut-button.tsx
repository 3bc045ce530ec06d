import { Clapperboard } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import type { Project } from '../../model/contract.ts'

/** Loaded when it is first opened. */
const UploadNewCut = lazy(async () => ({ default: (await import('./upload-new-cut.tsx')).UploadNewCut }))

/** The dialog that uploads a new cut of a video, while it is open. */
export function NewCutDialog({ project, open, onClose }: { project: Project; open: boolean; onClose: () => void }) {
  return <Suspense>{open && <UploadNewCut project={project} onClose={onClose} />}</Suspense>
}

/** The button that uploads a new cut of a captioned video; nothing for somebody else's. */
export function NewCutButton({ project }: { project: Project }) {
  const [isOpen, setIsOpen] = useState(false)
  if (project.access !== 'owner') return null
  return (
    <>
      <IconButton size="sm" label="Upload a new cut" icon={<Clapperboard />} onClick={() => setIsOpen(true)} />
      <NewCutDialog project={project} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
