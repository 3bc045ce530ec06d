import { useEffect, useEffectEvent } from 'react'
import type { OpenEditor } from '../store/editor-context.ts'
import type { TimelineSource } from '../timeline/timeline-media.ts'

/** Gives captions that were made before their video its measured facts, as the server does. */
export function useMeasured({ store, player }: OpenEditor, video: TimelineSource | undefined, isOpen: boolean): void {
  const probe = video?.probe ?? null
  const apply = useEffectEvent(() => {
    if (probe === null) return
    const { media } = store.getState().doc
    const { durationMs: durMs, width: w, height: h } = probe
    const fps = { n: probe.fps.n, d: probe.fps.d }
    const isSame =
      media.durMs === durMs && media.w === w && media.h === h && media.fps.n * fps.d === media.fps.d * fps.n
    if (isSame) return
    const measured = { ...media, durMs, w, h, fps }
    store.actions.measure(measured)
    player.measure(measured)
  })
  const isMeasured = probe !== null
  useEffect(() => {
    if (isOpen && isMeasured) apply()
  }, [isOpen, isMeasured])
}
