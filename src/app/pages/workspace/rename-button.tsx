import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { allows } from '#features/collaboration/model/index.ts'
import { RenameProject, type useProject } from '#features/media/web/index.ts'
import { IconButton, type IconButtonProps } from '#ui/icon-button.tsx'

type Project = NonNullable<ReturnType<typeof useProject>['data']>
type RenameButtonProps = Pick<IconButtonProps, 'className' | 'size'> & { readonly project: Project }

/** Renames a video; nothing for somebody who may not edit. */
export function RenameButton({ project, ...look }: RenameButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!allows(project.access, 'edit')) return null
  return (
    <>
      <IconButton {...look} label="Rename" icon={<Pencil />} onClick={() => setIsOpen(true)} />
      <RenameProject project={project} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
