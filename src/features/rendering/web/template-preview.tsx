import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { Template } from '#features/templates/model/index.ts'
import type { CaptionTrack } from '../model/index.ts'
import { onIdleFrames } from './idle-frames.ts'
import { createScenePainter, type ScenePainter } from './scene-painter.ts'
import { useReducedMotion } from './use-reduced-motion.ts'
import { useScene } from './use-scene.ts'

/** Frame size of previews: the caption area of a portrait video. */
const FRAME = { width: 540, height: 320 }
/** Height of the portrait frame whose letter size previews use. */
const PORTRAIT_HEIGHT = 960

type PreviewProps = { readonly template: Template; readonly sample: CaptionTrack }

/** A template playing on a few words in a loop; a still with reduced motion. */
export const TemplatePreview = memo(function TemplatePreview({ template, sample }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const reducedMotion = useReducedMotion()
  const visible = useVisible(canvas)
  // Visibility is known only after the first paint, so that the captions over the video are drawn first.
  const request = useMemo(
    () => (visible ? { track: sample, template: inBand(template), frame: FRAME, reducedMotion } : null),
    [sample, template, reducedMotion, visible],
  )
  const { scene } = useScene(request)

  const painterRef = useRef<ScenePainter>(null)
  useEffect(() => {
    if (canvas.current === null || scene === null || !visible) return
    const painter = (painterRef.current ??= createScenePainter(canvas.current))
    painter.use(scene, 0.5)
    const lengthMs = sample.captions.at(-1)?.toMs ?? 0
    if (reducedMotion || lengthMs === 0) {
      // A still moment in the middle of the first caption.
      painter.show(lengthMs / 3)
      return
    }
    return onIdleFrames((now) => painter.show(now % lengthMs))
  }, [scene, visible, reducedMotion, sample])

  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      width={FRAME.width / 2}
      height={FRAME.height / 2}
      className="aspect-27/16 w-full rounded-md bg-linear-160 from-[oklch(0.42_0.045_245)] to-[oklch(0.24_0.03_280)]"
    />
  )
})

/** Centres the look in the preview frame. */
function inBand(template: Template): Template {
  const size = Math.min(0.3, (template.font.size * PORTRAIT_HEIGHT) / FRAME.height)
  return { ...template, font: { ...template.font, size }, layout: { ...template.layout, y: 0.5, width: 0.92 } }
}

/** True while the element is on screen. */
function useVisible(element: { readonly current: Element | null }): boolean {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting === true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return visible
}
