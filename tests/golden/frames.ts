import { createCanvas, loadImage } from '@napi-rs/canvas'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { draw, EXACT_VIEW, filmStateAt, redrawMask, type Scene, stateAt } from '#features/rendering/model/index.ts'
import { layOutScene } from '#features/rendering/server/painter/paint-frames.ts'
import { type Template, newestTemplate, templateByRef } from '#features/templates/model/index.ts'
import { ADDED_TEMPLATES, EFFECT_TEMPLATES, momentOfEffect, SWEEPS, TAGGED, TRACKS, type TrackName } from './scenes.ts'

/** One golden frame: a script, a template and a time. With `isMask` it shows where the picture is blurred. */
export type GoldenFrame = {
  readonly name: string
  readonly track: TrackName
  readonly template: Template
  readonly tMs: number
  readonly isMask?: boolean
}

const SCRIPTS: readonly TrackName[] = ['arabic', 'hebrew', 'hindi', 'japanese', 'emoji']

/** Glass that enters, and at rest in a script that is written from the right. */
const FROSTED: readonly GoldenFrame[] = [
  { name: 'frosted', track: 'brief' as const, tMs: 60 },
  { name: 'arabic-frosted', track: 'arabic' as const, tMs: 1_300 },
].flatMap((frame) => {
  const shown = { ...frame, template: newestTemplate('frosted') }
  return [shown, { ...shown, name: `${frame.name}-mask`, isMask: true }]
})

/** When the captions of the brief track end. */
const BRIEF_MS = TRACKS.brief.captions.at(-1)?.toMs ?? 0

/** The golden frames: scripts that engines often get wrong, and every effect in the middle of its movement. */
export const GOLDEN_FRAMES: readonly GoldenFrame[] = [
  ...SCRIPTS.flatMap((track) => [
    { name: `${track}-karaoke`, track, template: newestTemplate('karaoke'), tMs: 1_300 },
    { name: `${track}-follow-pill`, track, template: templateByRef({ id: 'follow-pill', version: 2 }), tMs: 450 },
  ]),
  ...SCRIPTS.flatMap((track) => SWEEPS.slice(1).map((template) => ({ name: `${track}-${template.id}`, track, template, tMs: 1_390 }))),
  { name: 'tagged-tagged', track: 'tagged', template: TAGGED, tMs: 1_390 },
  ...SCRIPTS.map((track) => ({ name: `${track}-tagged`, track, template: TAGGED, tMs: 1_390 })),
  { name: 'placed-boxed', track: 'placed', template: newestTemplate('boxed'), tMs: 1_300 },
  { name: 'styled-karaoke', track: 'styled', template: newestTemplate('karaoke'), tMs: 1_300 },
  { name: 'styled-boxed', track: 'styled', template: newestTemplate('boxed'), tMs: 1_300 },
  { name: 'decor-karaoke', track: 'decor', template: newestTemplate('karaoke'), tMs: 2_700 },
  { name: 'decor-entering', track: 'decor', template: newestTemplate('boxed'), tMs: 1_300 },
  { name: 'decor-arabic', track: 'arabicDecor', template: newestTemplate('karaoke'), tMs: 1_900 },
  { name: 'decor-hebrew', track: 'hebrewDecor', template: templateByRef({ id: 'follow-pill', version: 2 }), tMs: 1_900 },
  ...FROSTED,
  ...[...ADDED_TEMPLATES, ...EFFECT_TEMPLATES].map((template) => ({ name: template.id, track: 'brief' as const, template, tMs: momentOfEffect(template, BRIEF_MS) })),
]

/** Small enough to store, large enough to show a missing dot. */
const FRAME = { width: 540, height: 960 }

/** The file of a golden frame. */
export function goldenPath({ name }: GoldenFrame): string {
  return join(import.meta.dirname, `${name}.png`)
}

/** Draws the captions' part of a golden frame, over grey. */
export function paintGolden({ track, template, tMs, isMask = false }: GoldenFrame) {
  const scene = layOutScene({ track: TRACKS[track], template, frame: FRAME })
  const region = scene.region ?? { x0: 0, y0: 0, x1: 2, y1: 2 }
  const canvas = createCanvas(FRAME.width, region.y1 - region.y0)
  const context = canvas.getContext('2d')
  context.fillStyle = '#667788'
  context.fillRect(0, 0, canvas.width, canvas.height)
  if (isMask) context.drawImage(maskOf(scene, tMs), 0, -region.y0)
  else draw(context, scene, stateAt(scene, tMs), { ...EXACT_VIEW, y: region.y0 })
  return canvas
}

/** The mask of the blurred picture, over the whole frame. */
function maskOf(captions: Scene, tMs: number) {
  const mask = createCanvas(FRAME.width, FRAME.height)
  const whole = { x0: 0, y0: 0, x1: FRAME.width, y1: FRAME.height }
  redrawMask(mask.getContext('2d'), filmStateAt({ captions, overlays: null }, tMs), EXACT_VIEW, whole)
  return mask
}

/** The pixels of a golden frame's file. */
export async function goldenPixels(path: string): Promise<{ width: number; height: number; data: Uint8ClampedArray }> {
  const image = await loadImage(await readFile(path))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return { width: image.width, height: image.height, data: context.getImageData(0, 0, image.width, image.height).data }
}
