import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { join } from 'node:path'
import { draw, EXACT_VIEW, stateAt } from '#features/rendering/model/index.ts'
import { layOutScene } from '#features/rendering/server/painter/paint-frames.ts'
import type { Template } from '#features/templates/model/index.ts'
import { ADDED_TEMPLATES, EFFECT_TEMPLATES, momentOfEffect, TRACKS } from './scenes.ts'

/** The scripts of a strip: joined, from the right, with vowel signs around their consonants, and without spaces. */
const SCRIPTS = ['arabic', 'hebrew', 'hindi', 'japanese'] as const
const FRAME = { width: 270, height: 480 }

/** An effect in the middle of its movement, in four scripts; its Latin letters have a golden frame of their own. */
export type GoldenStrip = { readonly name: string; readonly template: Template }

/** A strip for every effect. */
export const GOLDEN_STRIPS: readonly GoldenStrip[] = [...ADDED_TEMPLATES, ...EFFECT_TEMPLATES].map((template) => ({
  name: template.id,
  template,
}))

/** The file of a strip. */
export function stripPath({ name }: GoldenStrip): string {
  return join(import.meta.dirname, 'strips', `${name}.png`)
}

/** Draws a strip: the captions' part of each script, from top to bottom, over grey. */
export function paintStrip({ template }: GoldenStrip): Canvas {
  const scenes = SCRIPTS.map((script) => layOutScene({ track: TRACKS[script], template, frame: FRAME }))
  const parts = scenes.map((scene) => ({ scene, region: scene.region ?? { x0: 0, y0: 0, x1: 2, y1: 2 } }))
  const canvas = createCanvas(FRAME.width, parts.reduce((height, { region }) => height + region.y1 - region.y0, 0))
  const context = canvas.getContext('2d')
  context.fillStyle = '#667788'
  context.fillRect(0, 0, canvas.width, canvas.height)
  let y = 0
  for (const { scene, region } of parts) {
    const part = createCanvas(FRAME.width, region.y1 - region.y0)
    draw(part.getContext('2d'), scene, stateAt(scene, momentOfEffect(template, scene.pages.at(-1)?.toMs ?? 0)), { ...EXACT_VIEW, y: region.y0 })
    context.drawImage(part, 0, y)
    y += part.height
  }
  return canvas
}
