import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isClick, wordAt } from './use-drag-selection.ts'

/**
 * Calls back with the word that a still pointer pressed and released, if the words moved in between, as they do when the
 * press ends the typing of a word before it. The browser then clicks nothing.
 */
export function useMovedPress(
  list: RefObject<HTMLElement | null>,
  callback: (event: MouseEvent, wordId: string) => void,
): void {
  const onMoved = useEffectEvent(callback)
  useEffect(() => {
    const words = list.current
    let pressed: { readonly event: MouseEvent; readonly word: string } | undefined
    // A tap, too, sends it before the field loses the focus.
    const press = (event: MouseEvent) => {
      const word = wordAt(event.target)
      pressed = event.button === 0 && word !== undefined ? { event, word } : undefined
    }
    // On the window, since the list may be shorter now.
    const release = (event: MouseEvent) => {
      if (pressed !== undefined && isClick(pressed.event, event) && wordAt(event.target) !== pressed.word)
        onMoved(event, pressed.word)
      pressed = undefined
    }
    words?.addEventListener('mousedown', press)
    addEventListener('mouseup', release)
    return () => {
      words?.removeEventListener('mousedown', press)
      removeEventListener('mouseup', release)
    }
  }, [list])
}
