import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import type { Player } from './player.ts'

/** An element that can fill the screen. */
export type FullScreen = {
  readonly isFull: boolean
  /** Null where the browser cannot show an element full screen, as on iPhones. */
  readonly toggle: (() => void) | null
}

/** Shows an element full screen, and follows when it is left by Escape or by the system. */
export function useFullScreen(element: RefObject<HTMLElement | null>): FullScreen {
  const isFull = useSyncExternalStore(
    onFullScreenChange,
    () => element.current !== null && document.fullscreenElement === element.current,
    () => false,
  )
  const isSupported = typeof document !== 'undefined' && document.fullscreenEnabled
  return { isFull, toggle: isSupported ? () => void toggleFullScreen(element.current) : null }
}

async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  try {
    if (document.fullscreenElement !== null) await document.exitFullscreen()
    else await element?.requestFullscreen({ navigationUI: 'hide' })
  } catch (error) {
    // The system refused, or the element left the page meanwhile: the page stays as it is.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error
  }
}

function onFullScreenChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Rest of the pointer after which the controls disappear during playback, ms. */
const REST_MS = 2_500

/**
 * The controls of a full-screen element: it is marked `data-quiet` while it plays and the pointer rests, and Escape
 * leaves it, also where the system does not handle the key.
 */
export function useFullScreenControls(element: RefObject<HTMLElement | null>, isFull: boolean, player: Player): void {
  useEffect(
    () => (isFull && element.current !== null ? watchControls(element.current, player) : undefined),
    [element, isFull, player],
  )
}

/** @returns stops watching */
function watchControls(screen: HTMLElement, player: Player): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let resting: ReturnType<typeof setTimeout>
  const hide = () => player.isPlaying() && screen.setAttribute('data-quiet', '')
  const show = () => {
    clearTimeout(resting)
    screen.removeAttribute('data-quiet')
    resting = setTimeout(hide, REST_MS)
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) void toggleFullScreen(screen)
  }
  for (const type of ['pointermove', 'pointerdown', 'keydown']) addEventListener(type, show, { signal, passive: true })
  addEventListener('keydown', leave, { signal })
  const unsubscribe = player.onPlaying(show)
  show()
  return () => {
    stop.abort()
    unsubscribe()
    clearTimeout(resting)
    screen.removeAttribute('data-quiet')
  }
}
