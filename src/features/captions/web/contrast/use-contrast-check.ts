import { useEffect, useState } from 'react'
import { type IdleTime, whenIdle } from '#platform/web/idle.ts'
import { type PictureLayout, timedCuesOf } from '../../model/index.ts'
import { useActions, useOpenEditor } from '../editor-context.ts'
import { type TimelineSource, useTimelineMedia } from '../timeline/timeline-media.ts'
import { openBackdropReader } from './backdrop-reader.ts'
import { checkContrast, type KnownContrasts } from './check-contrast.ts'

/** Pause after a change before captions are measured, ms; longer than between two steps of a slider. */
const REST_MS = 400
/** A busy browser, which is never idle, continues after this pause, ms. */
const PATIENCE_MS = 500

/** Measures the contrast of captions with the video while the page is idle, the one on screen first. */
export function useContrastCheck(layout: PictureLayout, film: TimelineSource | undefined): void {
  const { store, player } = useOpenEditor()
  const { setContrast } = useActions()
  const media = useTimelineMedia(film)
  const [known] = useState((): KnownContrasts => ({ colors: new Map(), captions: new WeakMap() }))
  useEffect(() => {
    if (media.picture() !== 'ready' || layout.count === 0) return
    const stop = new AbortController()
    const reader = openBackdropReader()
    const start = () => {
      const now = player.nowMs()
      const first = timedCuesOf(store.getState().doc).findIndex(({ t1 }) => t1 > now)
      const sources = { layout, media, reader, known, first: Math.min(Math.max(first, 0), layout.count - 1) }
      void checkContrast({ ...sources, idle: () => idle(stop.signal), onChecked: setContrast }, stop.signal)
    }
    const resting = setTimeout(start, REST_MS)
    return () => {
      clearTimeout(resting)
      stop.abort()
      reader.close()
    }
  }, [store, player, setContrast, media, layout, known])
}

/** Resolves when the page has time, or the work was stopped. */
async function idle(signal: AbortSignal): Promise<IdleTime> {
  const { promise, resolve } = Promise.withResolvers<IdleTime>()
  const cancel = whenIdle(resolve, { timeout: PATIENCE_MS })
  signal.addEventListener('abort', () => resolve({ timeRemaining: () => 0 }), { once: true })
  const time = await promise
  cancel()
  return time
}
