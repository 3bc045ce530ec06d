import { useEffect, useEffectEvent } from 'react'
import { allows } from '#features/collaboration/model/index.ts'
import type { OpenEditor } from '../store/editor-context.ts'
import { doTransport, transportActionOf } from '../playback/transport.ts'

/** The actions of keys outside the captions. */
type EditorKeys = {
  onHelp(): void
  onSave(): void
  /** Null where full screen is not available. */
  readonly onFullScreen: (() => void) | null
}

/** Keyboard shortcuts of the whole editor, except in text fields and dialogs. */
export function useEditorKeys(editor: OpenEditor, o: EditorKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isModal()) return
    const command = event.ctrlKey || event.metaKey
    const handled = command ? doCommand(editor, event, o.onSave) : !isTyping(event.target) && doPlain(editor, event, o)
    if (handled) event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function doCommand({ store }: OpenEditor, event: KeyboardEvent, save: () => void): boolean {
  const { undo, redo, openFind, askForComments } = store.actions
  const key = event.key.toLowerCase()
  // By its place: with Alt, a Mac types another letter.
  if (event.altKey) {
    if (event.code !== 'KeyM') return false
    if (allows(store.getState().access, 'comment')) askForComments()
  } else if (key === 'f') openFind()
  else if (key === 's') save()
  // A text field has its own undo.
  else if (isTyping(event.target)) return false
  else if (key === 'y' || (key === 'z' && event.shiftKey)) redo()
  else if (key === 'z') undo()
  else return false
  return true
}

function doPlain(editor: OpenEditor, event: KeyboardEvent, { onHelp, onFullScreen }: EditorKeys): boolean {
  if (event.key === '?') {
    onHelp()
    return true
  }
  if (event.key.toLowerCase() === 'f' && !event.altKey && onFullScreen !== null) {
    onFullScreen()
    return true
  }
  const action = transportActionOf(event)
  // On any other button, Space presses that button.
  if (action === undefined || (event.key === ' ' && isOtherControl(event.target))) return false
  doTransport(editor, action)
  return true
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement)
    return !['range', 'checkbox', 'radio', 'button', 'color'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function isOtherControl(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('button, a, [role=tab], select, summary, input[type=color]') !== null &&
    target.closest('[data-word]') === null
  )
}

function isModal(): boolean {
  return document.querySelector('dialog:modal') !== null
}
