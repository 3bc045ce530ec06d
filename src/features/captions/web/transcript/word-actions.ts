import { allows } from '#features/collaboration/model/index.ts'
import { toast } from '#platform/web/toasts.tsx'
import { type Censoring, type Command, type Word, wordIndex } from '../../model/index.ts'
import type { OpenEditor } from '../store/editor-context.ts'
import type { EditorStore } from '../store/editor-store.ts'
import { focusAfterDeleting, selectedIds, stepFrom } from '../store/selection.ts'
import { chooseSpeaker } from '../speakers/speaker-keys.ts'
import type { WordAction } from './transcript-keys.ts'
import { mergeWithNext, noRoomText, noSplitText, retime, splitBefore } from '../store/word-edits.ts'

/** Performs the action of a key or a button on the selected words. */
export function doWordAction({ store, player }: OpenEditor, action: WordAction): void {
  const { actions } = store
  const { doc, selection, access } = store.getState()
  const ids = selectedIds(doc, selection)
  const word = doc.words[wordIndex(doc, selection.focus ?? '')]
  if (word === undefined || (!allows(access, 'suggest') && action.type !== 'step')) return
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
      return editOr(store, splitBefore(doc, word.id), noSplitText(word))
    case 'merge':
      return editOr(store, mergeWithNext(doc, word.id), 'No caption follows this one.')
    case 'mergeWords':
      return mergeSelected(store, ids)
    case 'keyword':
      return void actions.edit([{ type: 'setTag', ids, tag: 'keyword', on: !word.tags.includes('keyword') }])
    case 'startHere':
      return moveEdge(store, word, 't0', player.nowMs())
    case 'endHere':
      return moveEdge(store, word, 't1', player.nowMs())
    // A moved word takes the words between it and the edge along.
    case 'moveUp':
      return void actions.edit([{ type: 'moveWord', id: ids.at(-1) ?? word.id, to: 'previous' }])
    case 'moveDown':
      return void actions.edit([{ type: 'moveWord', id: ids[0] ?? word.id, to: 'next' }])
    case 'hide':
      return void actions.edit([{ type: 'setHidden', wordIds: ids, hidden: word.hidden === undefined }])
    case 'censor':
      return void actions.edit([
        { type: 'setCensoring', wordIds: ids, censored: word.censored === undefined ? CENSORED : null },
      ])
    case 'emoji':
      return actions.openEmoji(word.id)
    case 'speakers':
      return actions.openSpeakers(word.id)
    case 'speaker':
      return chooseSpeaker(store, action)
    case 'glossary':
      return actions.openGlossary(word.id)
    case 'style':
      return actions.openStyle('words')
    case 'selectAll':
      return actions.select({ focus: doc.words[0]?.id ?? null, anchor: doc.words.at(-1)?.id ?? null })
    default:
      return action satisfies never
  }
}

/** The censoring of a word that had none. */
const CENSORED: Censoring = { text: 'first-letter', sound: 'mute' }

/** Changes how the selected words are censored, starting from the focused one; a chosen value is switched off again. */
export function censorSelected({ actions, getState }: EditorStore, change: Censoring): void {
  const { doc, selection } = getState()
  const { text, sound } = doc.words[wordIndex(doc, selection.focus ?? '')]?.censored ?? {}
  const next = {
    text: change.text === undefined ? text : change.text === text ? undefined : change.text,
    sound: change.sound === undefined ? sound : change.sound === sound ? undefined : change.sound,
  }
  const censored = { ...(next.text && { text: next.text }), ...(next.sound && { sound: next.sound }) }
  actions.edit([
    {
      type: 'setCensoring',
      wordIds: selectedIds(doc, selection),
      censored: Object.keys(censored).length === 0 ? null : censored,
    },
  ])
}

/** Display time of the reason why a key does nothing, ms. */
const REFUSAL_MS = 3_000

/** Edits, or shows why there is nothing to edit. */
function editOr({ actions, getState }: EditorStore, commands: Command[], refusal: string | undefined): void {
  if (commands.length > 0) actions.edit(commands)
  // While only the first captions are loaded, what follows is unknown.
  else if (getState().isOpening) return
  // Repeated keys show it once; on a phone it covers the buttons, so it disappears soon.
  else if (refusal !== undefined) toast.info(refusal, { id: 'refusal', duration: REFUSAL_MS })
}

/** Moves the start or end of a word as far as there is room; shows the reason if there is none. */
export function moveEdge(store: EditorStore, word: Word, edge: 't0' | 't1', tMs: number): void {
  const { doc } = store.getState()
  const commands = retime(doc, word, { [edge]: tMs })
  editOr(store, commands, commands.length > 0 ? undefined : noRoomText(doc, word, edge, tMs))
}

function mergeSelected(store: EditorStore, ids: readonly string[]): void {
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
