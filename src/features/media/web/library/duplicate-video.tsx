import { Copy } from 'lucide-react'
import { useNavigate } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { IconButton, type IconButtonProps } from '#ui/icon-button.tsx'
import { MenuItem } from '#ui/menu.tsx'
import type { Project } from '../../model/contract.ts'
import { useDuplicate } from '../queries.ts'

/** The menu item that duplicates a video; nothing for somebody else's video, or while it is not ready. */
export function DuplicateItem({ project }: { project: Project }) {
  const { duplicate } = useDuplicateVideo(project)
  if (!canDuplicate(project)) return null
  return (
    <MenuItem icon={<Copy aria-hidden="true" />} onSelect={duplicate}>
      Duplicate
    </MenuItem>
  )
}

/** Props of {@link DuplicateButton}. */
export type DuplicateButtonProps = Pick<IconButtonProps, 'className' | 'size'> & { readonly project: Project }

/** The button that duplicates a video; nothing for somebody else's video. */
export function DuplicateButton({ project, ...look }: DuplicateButtonProps) {
  const { duplicate, isPending } = useDuplicateVideo(project)
  if (!canDuplicate(project)) return null
  return <IconButton {...look} label="Duplicate" icon={<Copy />} disabled={isPending} onClick={duplicate} />
}

function canDuplicate({ access, stage }: Project): boolean {
  return access === 'owner' && stage === 'prepared'
}

function useDuplicateVideo({ id }: Project) {
  const navigate = useNavigate()
  const { mutate, isPending } = useDuplicate()
  function duplicate() {
    if (isPending) return
    mutate(
      { projectId: id },
      {
        onSuccess: (copy) =>
          toast.success(`Copying the video and its captions to “${copy.title}”.`, {
            action: { label: 'Open', onSelect: () => void navigate(`/projects/${copy.id}`) },
          }),
        onError: (error) => toast.error(asAppError(error).message),
      },
    )
  }
  return { duplicate, isPending }
}
