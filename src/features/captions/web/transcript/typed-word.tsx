import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Command, type Word, wordIndex } from '../../model/index.ts'
import { useActions, useMayEdit, useOpenEditor } from '../store/editor-context.ts'
import { stepFrom } from '../store/selection.ts'
import { idsBefore, insertAfter, joinToPrevious, rewriteWord, splitBefore } from '../store/word-edits.ts'

/** The field of the edited word. */
export function TypedWord({ word, mode }: { word: Word; mode: 'replace' | 'insert' }) {
  const { store } = useOpenEditor()
  const { edit, type, select, dispute } = useActions()
  const [text, setText] = useState(mode === 'replace' ? word.text : '')
  const done = useRef(false)
  const mayEdit = useMayEdit()
  const [began] = useState(() => ({ text: word.text, after: idsBefore(store.getState().doc, word.id) }))
  const isTyped = text.trim() !== '' && (mode === 'insert' || text !== began.text)
  useWhenTakenAway(() => {
    if (done.current || !isTyped) return
    if (wordIndex(store.getState().doc, word.id) >= 0) finish()
    else disputeDeletion()
  })

  const endWithoutAccess = useEffectEvent(() => void finish())
  useEffect(() => {
    if (!mayEdit) endWithoutAccess()
  }, [mayEdit])

  /** Ends typing once; the text becomes an edit unless cancelled. @returns false when the edit is refused */
  function finish(cancelled = false): boolean {
    if (done.current) return true
    done.current = true
    // A refused text stays in the field.
    done.current = cancelled || commit()
    if (done.current) type(null)
    return done.current
  }

  function commit(): boolean {
    const { doc } = store.getState()
    const next = stepFrom(doc, word.id, 'next')
    if (mode === 'insert' && !edit(insertAfter(doc, word.id, text))) return false
    if (mode === 'replace' && text !== began.text && !change(rewriteWord(doc, word, text))) return false
    // The word is deleted if its text is empty.
    const { doc: after } = store.getState()
    const gone = mode === 'replace' && text.trim() === ''
    const focus = mode === 'insert' && text.trim() !== '' ? stepFrom(after, word.id, 'next') : gone ? next : word.id
    select({ focus, anchor: focus })
    return true
  }

  /** Applies the edit, or adds a conflict if somebody else has changed the word since typing began. */
  function change(commands: Command[]): boolean {
    if (word.text === began.text || commands.length === 0) return edit(commands)
    dispute(commands, { wordId: word.id, after: began.after, was: began.text, mine: text })
    return true
  }

  /** Adds a conflict with the typed text if somebody else has deleted the word. */
  function disputeDeletion() {
    const commands: Command[] = [{ type: 'setWordText', id: word.id, text: began.text }]
    dispute(commands, { wordId: word.id, after: began.after, was: began.text, mine: text.trim() })
  }

  function then(action: () => void) {
    if (finish()) action()
  }

  function keyed(event: KeyboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget
    const atStart = selectionStart === 0 && selectionEnd === 0
    const command = event.ctrlKey || event.metaKey
    const { doc } = store.getState()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') finish(true)
    else if (event.key === 'Enter' && command) then(() => edit(splitBefore(store.getState().doc, word.id)))
    else if (event.key === 'Enter') finish()
    else if (event.key === 'Backspace' && atStart && mode === 'replace')
      then(() =>
        edit(joinToPrevious(store.getState().doc, store.getState().doc.words.find(({ id }) => id === word.id) ?? word)),
      )
    else if (event.key === 'Tab') then(() => startTyping(stepFrom(doc, word.id, event.shiftKey ? 'previous' : 'next')))
    else return event.stopPropagation()
    if (done.current) leave(event.currentTarget)
    event.preventDefault()
    event.stopPropagation()
  }

  function startTyping(wordId: string) {
    select({ focus: wordId, anchor: wordId })
    type({ wordId, mode: 'replace' })
  }

  return (
    <input
      // The person opened the field by a key or a double click, so focus it.
      ref={focusOnce}
      value={text}
      aria-label={mode === 'replace' ? `Edit “${word.text}”` : `Insert after “${word.text}”`}
      placeholder={mode === 'insert' ? 'new words' : undefined}
      spellCheck
      autoCapitalize="off"
      enterKeyHint="done"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={keyed}
      onBlur={() => finish()}
      style={{ width: `${Math.max(3, [...text].length + 1.5)}ch` }}
      className="mx-0.5 max-w-full rounded-sm border-0 bg-sunken px-1 text-text outline-2 outline-ring"
    />
  )
}

/**
 * Calls back when the field is removed while it has the focus: with the editor, by a change of layout or line, or with
 * the page.
 */
function useWhenTakenAway(callback: () => void): void {
  const leave = useEffectEvent(callback)
  useLayoutEffect(() => () => leave(), [])
  useEffect(() => {
    const listener = () => leave()
    addEventListener('pagehide', listener)
    return () => removeEventListener('pagehide', listener)
  }, [])
}

/** Takes the focus and the caret from a field that is about to be removed. */
function leave(field: HTMLInputElement) {
  // Removed while it has the focus, the field would make the browser lay out the page once more.
  field.blur()
  // Without its field, the caret would stand between buttons. At each change of the focus, Chromium would search the page
  // for the nearest place that could show it.
  getSelection()?.removeAllRanges()
}

function focusOnce(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}
