import { ClipboardPaste, Copy, Dices, RotateCcw } from 'lucide-react'
import { memo } from 'react'
import { SaveToCollection } from '#features/templates/web/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { toast } from '#platform/web/toasts.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { copyLook, pastedLook } from './look-clipboard.ts'
import type { StyleActions } from './use-style-draft.ts'

/** Props of {@link StyleHeader}. */
type StyleHeaderProps = {
  readonly actions: StyleActions
  /** False while nothing is selected that could have a style. */
  readonly hasTarget: boolean
  /** True if the scope has a style of its own. */
  readonly isChanged: boolean
}

/** What can be done with a whole look. Each is one edit, which one undo takes back. A step of a slider renders none of it. */
export const StyleHeader = memo(function StyleHeader({ actions, hasTarget, isChanged }: StyleHeaderProps) {
  async function copy() {
    const isEverywhere = await copyLook(actions.copied())
    if (isEverywhere) toast.success('Look copied. Paste it on captions, words or another video.')
    else toast.info('Look copied for this page only: your browser does not let it write the clipboard.')
  }
  async function paste() {
    try {
      actions.paste(await pastedLook())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      toast.error(error.message)
    }
  }
  return (
    <header className="flex items-center gap-1">
      <h2 className="mr-auto text-lg">Style</h2>
      <Button size="sm" variant="ghost" icon={<Dices />} disabled={!hasTarget} onClick={actions.surprise}>
        Surprise me
      </Button>
      <SaveToCollection disabled={!hasTarget} getLook={actions.copied} />
      <IconButton size="sm" label="Copy look" icon={<Copy />} disabled={!hasTarget} onClick={() => void copy()} />
      <IconButton
        size="sm"
        label="Paste look"
        icon={<ClipboardPaste />}
        disabled={!hasTarget}
        onClick={() => void paste()}
      />
      <IconButton
        size="sm"
        label="Reset all"
        icon={<RotateCcw />}
        disabled={!hasTarget || !isChanged}
        onClick={actions.reset}
      />
    </header>
  )
})
