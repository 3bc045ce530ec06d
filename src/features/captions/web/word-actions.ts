import { wordIndex } from '../model/index.ts'
import type { OpenEditor } from './editor-context.ts'
import { focusAfterDeleting, selectedIds, stepFrom } from './selection.ts'
import type { WordAction } from './transcript-keys.ts'
import { mergeWithNext, retime, splitBefore } from './word-edits.ts'

/** Does what a key or a button of the transcript asks for, to the selected words. */
export function doWordAction({ store, player }: OpenEditor, action: WordAction): void {
  const { actions } = store
  const { doc, selection, access } = store.getState()
  const ids = selectedIds(doc, selection)
  const word = doc.words[wordIndex(doc, selection.focus ?? '')]
  if (word === undefined || (access === 'viewer' && action.type !== 'step')) return
  switch (action.type) {
    case 'step': {
      const focus = stepFrom(doc, word.id, action.step)
      return actions.select({ focus, anchor: action.extend ? selection.anchor : focus })
    }
    case 'edit':
      return actions.type({ wordId: word.id, mode: 'replace' })
    case 'insert':
      return actions.type({ wordId: word.id, mode: 'insert' })
    case 'delete': {
      const focus = focusAfterDeleting(doc, ids)
      if (actions.edit([{ type: 'deleteWords', ids }])) actions.select({ focus, anchor: focus })
      return
    }
    case 'split':
      return void actions.edit(splitBefore(doc, word.id))
    case 'merge':
      return void actions.edit(mergeWithNext(doc, word.id))
    case 'mergeWords':
      return mergeSelected({ store, player }, ids)
    case 'keyword':
      return void actions.edit([{ type: 'setTag', ids, tag: 'keyword', on: !word.tags.includes('keyword') }])
    case 'startHere':
      return void actions.edit(retime(doc, word, { t0: player.nowMs() }))
    case 'endHere':
      return void actions.edit(retime(doc, word, { t1: player.nowMs() }))
    case 'moveUp':
      return void actions.edit([{ type: 'moveWord', id: word.id, to: 'previous' }])
    case 'moveDown':
      return void actions.edit([{ type: 'moveWord', id: word.id, to: 'next' }])
    default:
      return action satisfies never
  }
}

function mergeSelected({ store }: OpenEditor, ids: readonly string[]): void {
  const { doc } = store.getState()
  const start = wordIndex(doc, ids[0] ?? '')
  const words = doc.words.slice(start, start + Math.max(2, ids.length))
  const [first] = words
  if (first === undefined || words.length < 2) return
  const merged = store.actions.edit([
    { type: 'mergeWords', ids: words.map(({ id }) => id), text: words.map(({ text }) => text).join('') },
  ])
  if (merged) store.actions.select({ focus: first.id, anchor: first.id })
}
