import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { Template } from '#features/templates/model/index.ts'
import { type CaptionTrack, fontsOf, withoutTags, withSharedFont, wordsOf } from '../../model/index.ts'
import { areCaptionFontsLoaded } from '../preview/caption-fonts.ts'
import { onIdleFrames } from '../preview/idle-frames.ts'
import { useOwnFonts } from '../preview/own-fonts-context.ts'
import { createScenePainter, type ScenePainter } from '../preview/scene-painter.ts'
import { useReducedMotion } from '../preview/use-reduced-motion.ts'
import { useScene } from '../preview/use-scene.ts'

/** Frame size of previews: the caption area of a portrait video. */
const FRAME = { width: 540, height: 320 }
/** Height of the portrait frame whose letter size previews use. */
const PORTRAIT_HEIGHT = 960

type PreviewProps = {
  readonly template: Template
  readonly sample: CaptionTrack
  /** Drawn pixels for one pixel of the preview frame. Default 0.5, for cards. */
  readonly scale?: number
}

/**
 * A template playing on a few words in a loop; a still with reduced motion. Off screen there is no canvas: each is a
 * layer, and every frame of the page arranges all layers.
 */
export const TemplatePreview = memo(function TemplatePreview(props: PreviewProps) {
  const place = useRef<HTMLDivElement>(null)
  // Known only after the first paint, so that the captions over the video are drawn first.
  const visible = useVisible(place)
  return (
    <div
      ref={place}
      aria-hidden="true"
      className="aspect-27/16 w-full overflow-hidden rounded-md bg-linear-160 from-[oklch(0.42_0.045_245)] to-[oklch(0.24_0.03_280)]"
    >
      {visible && <Playing {...props} />}
    </div>
  )
})

function Playing({ template: given, sample, scale = 0.5 }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const reducedMotion = useReducedMotion()
  const ownFonts = useOwnFonts()
  const template = useMemo(() => withoutTags(given), [given])
  const [isOwnFont, setIsOwnFont] = useState(() =>
    areCaptionFontsLoaded(fontsOf(sample, template, ownFonts), wordsOf(sample)),
  )
  const request = useMemo(() => {
    const shown = isOwnFont ? template : withSharedFont(template, sample)
    return { track: sample, template: inBand(shown), frame: FRAME, reducedMotion, isSample: true }
  }, [sample, template, isOwnFont, reducedMotion])
  const { scene } = useScene(request)

  useEffect(() => {
    if (scene === null || isOwnFont) return
    let left = false
    // The fonts that others of this page load come first: all of them play early, then each gets its own.
    void document.fonts.ready.then(() => left || setIsOwnFont(true))
    return () => {
      left = true
    }
  }, [scene, isOwnFont])

  const painterRef = useRef<ScenePainter>(null)
  useEffect(() => {
    if (canvas.current === null || scene === null) return
    const painter = (painterRef.current ??= createScenePainter(canvas.current))
    painter.use(scene, scale)
    const lengthMs = sample.captions.at(-1)?.toMs ?? 0
    if (reducedMotion || lengthMs === 0) {
      // A still moment in the middle of the first caption.
      painter.show(lengthMs / 3)
      return
    }
    return onIdleFrames((now) => painter.show(now % lengthMs))
  }, [scene, reducedMotion, sample, scale])

  return <canvas ref={canvas} width={FRAME.width * scale} height={FRAME.height * scale} className="size-full" />
}

/** Centres the look in the preview frame. */
function inBand(template: Template): Template {
  const size = Math.min(0.3, (template.font.size * PORTRAIT_HEIGHT) / FRAME.height)
  const { layout, font } = template
  // Boxes stand out on both sides of their lines: what starts at one edge needs room for its box there.
  const isCentred = layout.align === 'center' || (layout.align === 'block' && template.box === null)
  const width = isCentred ? 0.92 : 0.8
  return { ...template, font: { ...font, size }, layout: { ...layout, y: 0.5, width } }
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
