import { useEffect } from 'react'
import { cueIndexAt, wordIndexAtTime } from '../../model/index.ts'
import { useOpenEditor } from '../store/editor-context.ts'
import { followTime } from './follow-time.ts'
import type { RowWindow } from '../transcript/use-row-window.ts'

/**
 * Marks the spoken word frame by frame on the elements themselves, without React state, except for the rows of a long
 * list. The list scrolls along during playback, and stays still while paused.
 */
export function useSpokenWord(list: { readonly current: HTMLElement | null }, { from, to, reveal }: RowWindow): void {
  const { store, player } = useOpenEditor()
  useEffect(() => {
    let marked: HTMLElement | null = null
    let shown = ''
    function mark(tMs: number) {
      const { doc } = store.getState()
      const place = wordIndexAtTime(doc, tMs)
      const word = doc.words[place]
      const id = word !== undefined && tMs < word.t1 ? word.id : ''
      if (id === shown && marked?.isConnected === true) return
      marked?.removeAttribute('data-current')
      shown = id
      marked = id === '' ? null : (list.current?.querySelector<HTMLElement>(`[data-word="${CSS.escape(id)}"]`) ?? null)
      marked?.setAttribute('data-current', '')
      if (!player.isPlaying() || id === '') return
      if (marked === null) reveal(cueIndexAt(doc, place))
      else keepInView(marked)
    }
    const stop = followTime(player, mark)
    // An edit may change the words at the current time, or their elements. React renders them before the next frame.
    let frame = 0
    const unsubscribe = store.subscribe(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => mark(player.nowMs()))
    })
    return () => {
      stop()
      unsubscribe()
      cancelAnimationFrame(frame)
      marked?.removeAttribute('data-current')
    }
    // Newly rendered rows may contain the spoken word.
  }, [list, player, store, from, to, reveal])
}

function keepInView(word: HTMLElement): void {
  const view = word.closest('[data-scrolls]')?.getBoundingClientRect()
  const own = word.getBoundingClientRect()
  if (view === undefined || (own.top >= view.top + 24 && own.bottom <= view.bottom - 24)) return
  word.scrollIntoView({
    block: 'center',
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  })
}
