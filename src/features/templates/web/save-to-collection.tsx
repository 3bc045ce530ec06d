import { BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#platform/web/toasts.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { RenameDialog } from '#ui/rename-dialog.tsx'
import { LOOK_NAME_LENGTH, type SavedLook } from '../model/index.ts'
import { useLookActions } from './queries.ts'

/** Props of {@link SaveToCollection}. */
export type SaveToCollectionProps = {
  readonly disabled?: boolean
  /** The look at the time of the press. */
  getLook(): SavedLook
}

/** Saves a look to the account under a name. */
export function SaveToCollection({ disabled = false, getLook }: SaveToCollectionProps) {
  const [look, setLook] = useState<SavedLook | null>(null)
  const { save } = useLookActions()
  return (
    <>
      <IconButton
        size="sm"
        label="Save look"
        icon={<BookmarkPlus />}
        disabled={disabled}
        onClick={() => setLook(getLook())}
      />
      <RenameDialog
        heading="Save this look"
        description="You find it under “Your looks”, in every video."
        label="Name"
        action="Save look"
        longest={LOOK_NAME_LENGTH}
        title=""
        open={look !== null}
        onClose={() => setLook(null)}
        save={async (name) => {
          if (look === null) return
          const saved = await save({ name, look })
          toast.success(`Saved “${saved.name}” to your looks.`)
        }}
      />
    </>
  )
}
