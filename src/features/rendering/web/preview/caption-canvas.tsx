import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type CaptionDocument, type PictureLayout, templateOf } from '#features/captions/model/index.ts'
import { evenFrame, trackOf } from '../../model/index.ts'
import { layOutWhenIdle } from './idle-layout.ts'
import { pictureLayoutOf } from './picture-layout.ts'
import { createScenePainter, type ScenePainter } from './scene-painter.ts'
import { useReducedMotion } from './use-reduced-motion.ts'
import { useOverlays } from './use-overlays.ts'
import { useScene } from './use-scene.ts'

/** Reports the media time of the visible frame, ms: at once, for each frame and after each seek. */
export type FrameClock = { onTime(listener: (tMs: number) => void): () => void }

/** Props of {@link CaptionCanvas}. */
export type CaptionCanvasProps = {
  readonly document: CaptionDocument
  readonly clock: FrameClock
  /** While a style is tried: the time around which captions get it, ms of media time. Default: all captions have it. */
  readonly nearMs?: number | undefined
  /** Receives where the captions stand, once they are drawn and whenever they are laid out again. */
  onLayout?(layout: PictureLayout): void
}

/** Live captions over a video, drawn by the painter of exports. Fills its parent. */
export function CaptionCanvas({ document: captions, clock, nearMs, onLayout }: CaptionCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const under = useRef<HTMLDivElement>(null)
  const reducedMotion = useReducedMotion()
  const request = useMemo(
    () => ({
      track: trackOf(captions, { nearMs }),
      template: templateOf(captions),
      frame: evenFrame(captions.media),
      reducedMotion,
    }),
    [captions, nearMs, reducedMotion],
  )
  const { scene, failed } = useScene(request)
  const { overlays, hasLogoFailed } = useOverlays(captions, request)
  const { scale, pixel } = useScale(canvas, request.frame.width)

  const painter = useRef<ScenePainter>(null)
  const playheadMs = useRef(0)
  useLayoutEffect(() => {
    if (canvas.current === null || scene === null || scale === 0) return
    const { use, show } = (painter.current ??= createScenePainter(canvas.current, under.current ?? undefined))
    use(scene, scale, overlays, pixel)
    return clock.onTime((tMs) => {
      playheadMs.current = tMs
      show(tMs)
    })
  }, [scene, overlays, scale, pixel, clock])
  const isDrawn = scale > 0
  useLayoutEffect(() => {
    if (scene !== null && isDrawn) onLayout?.(pictureLayoutOf(scene))
  }, [scene, isDrawn, onLayout])
  // Another style follows a tried one: its captions off screen are laid out once it is chosen.
  const isTried = nearMs !== undefined
  useEffect(() => (scene === null || isTried ? undefined : layOutWhenIdle(scene, playheadMs.current)), [scene, isTried])

  return (
    <>
      <div ref={under} aria-hidden="true" className="absolute inset-0 overflow-hidden" />
      <canvas
        ref={canvas}
        aria-hidden="true"
        data-captions={scene === null ? 'loading' : 'drawn'}
        className="absolute inset-0 size-full"
      />
      {(failed !== null || hasLogoFailed) && (
        <p className="absolute inset-x-2 top-2 rounded-md bg-black/80 px-3 py-2 text-xs text-white">
          {failed === null ? 'The logo' : FAILED[failed]} could not be loaded. Check your connection.
        </p>
      )}
    </>
  )
}

const FAILED = { fonts: 'The caption fonts', emoji: 'Some emoji', pictures: 'Some pictures' } as const

type Scale = {
  /** Canvas pixels per pixel of the frame, at most 1. */
  readonly scale: number
  /** CSS pixels per pixel of the frame. */
  readonly pixel: number
}

/** How large the frame is on screen; 0 until it is known. */
function useScale(canvas: { readonly current: HTMLCanvasElement | null }, frameWidth: number): Scale {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = canvas.current
    if (element === null) return
    // oxlint-disable-next-line react/set-state-in-effect -- the observer reports after a frame that has no captions yet
    setWidth(Number.parseFloat(getComputedStyle(element).width) || 0)
    const observer = new ResizeObserver(([entry]) => {
      setWidth(entry?.contentRect.width ?? 0)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [canvas])
  return { scale: Math.min(1, (width * devicePixelRatio) / frameWidth), pixel: width / frameWidth }
}
