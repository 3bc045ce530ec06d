import { type KeyboardEvent, useRef, useState } from 'react'
import type { Word } from '../model/index.ts'
import { useActions, useOpenEditor } from './editor-context.ts'
import { stepFrom } from './selection.ts'
import { insertAfter, joinToPrevious, rewriteWord, splitBefore } from './word-edits.ts'

/** A word being typed: the words of the transcript are a document, and this is its caret. */
export function TypedWord({ word, mode }: { word: Word; mode: 'replace' | 'insert' }) {
  const { store } = useOpenEditor()
  const { edit, type, select } = useActions()
  const [text, setText] = useState(mode === 'replace' ? word.text : '')
  const done = useRef(false)

  /** Ends typing, once; what is typed becomes an edit unless it was cancelled. */
  function finish(cancelled = false) {
    if (done.current) return
    done.current = true
    if (!cancelled) keep()
    type(null)
  }

  function keep() {
    const { doc } = store.getState()
    const next = stepFrom(doc, word.id, 'next')
    edit(mode === 'replace' ? rewriteWord(doc, word, text) : insertAfter(doc, word.id, text))
    // The word is gone when nothing was left of it.
    const { doc: after } = store.getState()
    const gone = mode === 'replace' && text.trim() === ''
    const focus = mode === 'insert' && text.trim() !== '' ? stepFrom(after, word.id, 'next') : gone ? next : word.id
    select({ focus, anchor: focus })
  }

  function then(action: () => void) {
    finish()
    action()
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
    event.preventDefault()
    event.stopPropagation()
  }

  function startTyping(wordId: string) {
    select({ focus: wordId, anchor: wordId })
    type({ wordId, mode: 'replace' })
  }

  return (
    <input
      // The person asked for it by a key or a double click: the caret belongs here.
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

function focusOnce(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}
