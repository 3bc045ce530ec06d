import { Share2 } from 'lucide-react'
import { useState } from 'react'
import type { Access } from '#features/collaboration/model/index.ts'
import { IconButton, type IconButtonProps } from '#ui/icon-button.tsx'
import { LazyShareDialog } from './lazy-share-dialog.tsx'

/** Props of {@link ShareButton}. */
export type ShareButtonProps = Pick<IconButtonProps, 'className' | 'size'> & {
  readonly projectId: string
  readonly access: Access
}

/** The button that shares a video for review; nothing for somebody else's video. */
export function ShareButton({ projectId, access, ...look }: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (access !== 'owner') return null
  return (
    <>
      <IconButton {...look} label="Share" detail="Share for review" icon={<Share2 />} onClick={() => setIsOpen(true)} />
      {isOpen && <LazyShareDialog projectId={projectId} onClose={() => setIsOpen(false)} />}
    </>
  )
}
