import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { CaptionDocument, TemplateRef } from '#features/captions/model/index.ts'
import { type Template, TEMPLATES } from '#features/templates/model/index.ts'
import { type CaptionTrack, trackOf } from '../model/index.ts'
import { paintScene } from './scene-painter.ts'
import { sampleOf } from './sample-track.ts'
import { useReducedMotion } from './use-reduced-motion.ts'
import { useScene } from './use-scene.ts'

/** Props of {@link TemplatePicker}. */
export type TemplatePickerProps = {
  readonly document: CaptionDocument
  readonly value: TemplateRef
  onChange(template: TemplateRef): void
}

/** The looks, each playing on the creator's own words. Native radio buttons: arrow keys move and choose. */
export function TemplatePicker({ document: captions, value, onChange }: TemplatePickerProps) {
  const name = useId()
  const { words } = captions
  // The words decide what plays; another look or colour must not start all previews anew.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  const sample = useMemo(() => sampleOf(trackOf(captions)), [words])
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-display text-lg font-semibold">Templates</legend>
      <div className="grid grid-cols-2 gap-2">
        {TEMPLATES.map((template) => (
          <label
            key={template.id}
            title={template.description}
            className="group grid cursor-pointer gap-1.5 rounded-lg border border-border bg-sunken p-1.5 transition-colors hover:border-control has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={template.id === value.id}
              onChange={() => onChange({ id: template.id, version: template.version })}
            />
            <TemplatePreview template={template} sample={sample} />
            <span className="px-1 pb-0.5 text-sm text-muted group-has-checked:text-text">{template.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Previews are laid out for a frame this large: a caption's band of a portrait video. */
const FRAME = { width: 540, height: 320 }
/** Letters are sized by the frame's height; a band shows them as large as a portrait frame of this height would. */
const PORTRAIT_HEIGHT = 960

function TemplatePreview({ template, sample }: { template: Template; sample: CaptionTrack }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const reducedMotion = useReducedMotion()
  const request = useMemo(
    () => ({ track: sample, template: inBand(template), frame: FRAME, reducedMotion }),
    [sample, template, reducedMotion],
  )
  const { scene } = useScene(request)
  const visible = useVisible(canvas)

  useEffect(() => {
    if (canvas.current === null || scene === null || !visible) return
    const painter = paintScene(canvas.current, scene, 0.5)
    const lengthMs = sample.captions.at(-1)?.toMs ?? 0
    if (reducedMotion || lengthMs === 0) {
      // One still moment, in the middle of the first caption.
      painter.show(lengthMs / 3)
      return
    }
    return everyFrame((now) => painter.show(now % lengthMs))
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
}

/** The same look for a band in the middle of the frame. */
function inBand(template: Template): Template {
  const size = Math.min(0.3, (template.font.size * PORTRAIT_HEIGHT) / FRAME.height)
  return { ...template, font: { ...template.font, size }, layout: { ...template.layout, y: 0.5, width: 0.92 } }
}

/** Calls back before each repaint with ms since the page began; returns how to stop. */
function everyFrame(paint: (now: number) => void): () => void {
  let request = requestAnimationFrame(function step(now) {
    paint(now)
    request = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(request)
}

/** True while the element is on screen: a preview nobody sees is not drawn. */
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
