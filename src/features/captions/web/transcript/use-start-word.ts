import { useEffect } from 'react'
import { wordIndexAtTime } from '../../model/index.ts'
import { showWord } from '../playback/seek-to-word.ts'
import type { OpenEditor } from '../store/editor-context.ts'

/**
 * Selects the word at the time at which the captions open, once they are loaded, and scrolls the transcript to it.
 * @param startMs undefined to select nothing
 */
export function useStartWord(editor: OpenEditor, startMs: number | undefined, isLoaded: boolean): void {
  useEffect(() => {
    if (startMs === undefined || !isLoaded) return
    const { store } = editor
    const { doc } = store.getState()
    const word = doc.words[Math.max(0, wordIndexAtTime(doc, startMs))]
    if (word === undefined) return
    store.actions.select({ focus: word.id, anchor: word.id })
    showWord(editor, word.id)
    // A selected word far below is rendered with the next frame.
    const frame = requestAnimationFrame(() =>
      document.querySelector(`[data-word="${CSS.escape(word.id)}"]`)?.scrollIntoView({ block: 'center' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [editor, startMs, isLoaded])
}
