import { useEffect, useEffectEvent } from 'react'
import { allows } from '#features/collaboration/model/index.ts'
import type { OpenEditor } from '../store/editor-context.ts'
import { chooseLookCommands } from './paste-look.ts'
import type { FirstLook } from '../slots.ts'

/** Revision of captions that nobody has edited. */
const UNEDITED = 1

/** Sets the look chosen before, as one edit, if the captions are empty and nobody has edited them. */
export function useFirstLook({ store }: OpenEditor, first: FirstLook | undefined, isOpen: boolean): void {
  const use = useEffectEvent(() => {
    const { doc, access } = store.getState()
    if (first === undefined || !allows(access, 'edit')) return
    const isNew = doc.rev === UNEDITED && doc.words.length === 0
    const commands = isNew ? chooseLookCommands(doc, first.look) : []
    if (commands.length > 0) store.actions.edit(commands)
    first.onUsed()
  })
  useEffect(() => {
    if (isOpen) use()
  }, [isOpen])
}
