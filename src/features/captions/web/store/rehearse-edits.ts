import type { StoreApi } from 'zustand/vanilla'
import { completePatch } from '#features/templates/model/index.ts'
import { whenIdle } from '#platform/web/idle.ts'
import { type CaptionDocument, type Command, MAIN_STYLE, templateOf } from '../../model/index.ts'
import { editOf } from './edit-actions.ts'
import type { EditorState } from './editor-state.ts'

/**
 * Makes an edit of a word and one of the style, while the browser is idle, and drops both. The first edit builds schemas
 * and compiles code: without this, a user would wait for it.
 * @returns stops the rest
 */
export function rehearseEdits(store: Pick<StoreApi<EditorState>, 'getState'>): () => void {
  const edits = [wordEdit, styleEdit]
  const next = () =>
    whenIdle(() => {
      const state = store.getState()
      const commands = edits.shift()?.(state.doc)
      if (commands === undefined) return
      editOf(state, commands)
      cancel = next()
    })
  let cancel = next()
  return () => cancel()
}

function wordEdit({ words }: CaptionDocument): Command[] | undefined {
  const [word] = words
  return word === undefined ? undefined : [{ type: 'setWordText', id: word.id, text: 'rehearsed' }]
}

/** A change of every field, so that the schemas of all parts of a look are built. */
function styleEdit(doc: CaptionDocument): Command[] {
  return [{ type: 'setStyle', styleId: MAIN_STYLE, patch: completePatch(templateOf(doc)) }]
}
