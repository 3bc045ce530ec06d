import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type CaptionDocument, type Command, type Word, wordIndex } from '../model/index.ts'
import { useActions, useOpenEditor } from './editor-context.ts'
import { stepFrom } from './selection.ts'
import { insertAfter, joinToPrevious, rewriteWord, splitBefore } from './word-edits.ts'

/** A word being typed: the words of the transcript are a document, and this is its caret. */
export function TypedWord({ word, mode }: { word: Word; mode: 'replace' | 'insert' }) {
  const { store } = useOpenEditor()
  const { edit, type, select, dispute } = useActions()
  const [text, setText] = useState(mode === 'replace' ? word.text : '')
  const done = useRef(false)
  const began = useWordUnderCaret(word, text, done)

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
    if (mode === 'insert') edit(insertAfter(doc, word.id, text))
    else if (text !== began.text) change(rewriteWord(doc, word, text))
    // The word is gone when nothing was left of it.
    const { doc: after } = store.getState()
    const gone = mode === 'replace' && text.trim() === ''
    const focus = mode === 'insert' && text.trim() !== '' ? stepFrom(after, word.id, 'next') : gone ? next : word.id
    select({ focus, anchor: focus })
  }

  /** Typed over a word that somebody else has changed meanwhile: the person saw the old one, and decides. */
  function change(commands: Command[]) {
    if (word.text === began.text || commands.length === 0) edit(commands)
    else dispute(commands, { wordId: word.id, after: began.after, was: began.text, mine: text })
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

/**
 * The word as it was when typing began, since somebody else may change it meanwhile. When they delete it, what is
 * typed into it is not lost with it.
 */
function useWordUnderCaret({ id, text: now }: Word, text: string, done: { readonly current: boolean }) {
  const { store } = useOpenEditor()
  const { dispute } = useActions()
  const [began] = useState(() => ({ text: now, after: idsBefore(store.getState().doc, id) }))
  const typed = useRef(text)
  useEffect(() => void (typed.current = text), [text])
  useEffect(
    () => () => {
      const mine = typed.current.trim()
      const isGone = wordIndex(store.getState().doc, id) < 0
      if (done.current || !isGone || mine === '' || mine === began.text) return
      const commands: Command[] = [{ type: 'setWordText', id, text: began.text }]
      dispute(commands, { wordId: id, after: began.after, was: began.text, mine })
    },
    [store, dispute, id, began, done],
  )
  return began
}

/** The words before one, the nearest first. */
function idsBefore(doc: CaptionDocument, wordId: string): string[] {
  const place = wordIndex(doc, wordId)
  return doc.words
    .slice(Math.max(0, place - 20), Math.max(0, place))
    .map(({ id }) => id)
    .toReversed()
}

function focusOnce(field: HTMLInputElement | null) {
  field?.focus()
  field?.select()
}
