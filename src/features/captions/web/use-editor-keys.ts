import { useEffect, useEffectEvent } from 'react'
import type { OpenEditor } from './editor-context.ts'

/** Jump of J and L, ms. */
const JUMP_MS = 3_000

/** Keyboard shortcuts of the whole editor, except in text fields and dialogs. */
export function useEditorKeys(editor: OpenEditor, o: { onHelp(): void; onSave(): void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isModal()) return
    const command = event.ctrlKey || event.metaKey
    const handled = command
      ? doCommand(editor, event, o.onSave)
      : !isTyping(event.target) && doPlain(editor, event, o.onHelp)
    if (handled) event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function doCommand({ store }: OpenEditor, event: KeyboardEvent, save: () => void): boolean {
  const { undo, redo, openFind } = store.actions
  const key = event.key.toLowerCase()
  if (key === 'f') openFind()
  else if (key === 's') save()
  // A text field has its own undo.
  else if (isTyping(event.target)) return false
  else if (key === 'y' || (key === 'z' && event.shiftKey)) redo()
  else if (key === 'z') undo()
  else return false
  return true
}

function doPlain({ store, player }: OpenEditor, event: KeyboardEvent, help: () => void): boolean {
  if (event.altKey) return false
  const { fps } = store.getState().doc.media
  const frameMs = (1_000 * fps.d) / fps.n
  switch (event.key.toLowerCase()) {
    case ' ':
      // On any other button, Space presses that button.
      if (isOtherControl(event.target)) return false
      player.toggle()
      return true
    case 'k':
      player.toggle()
      return true
    case 'j':
      player.seek(player.nowMs() - JUMP_MS)
      return true
    case 'l':
      player.seek(player.nowMs() + JUMP_MS)
      return true
    case ',':
      player.seek(player.nowMs() - frameMs)
      return true
    case '.':
      player.seek(player.nowMs() + frameMs)
      return true
    case '?':
      help()
      return true
    default:
      return false
  }
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
