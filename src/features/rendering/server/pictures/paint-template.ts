import { createCanvas } from '@napi-rs/canvas'
import type { Template, TemplatePicture } from '#features/templates/model/index.ts'
import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
import { hull } from '#platform/shared/rect.ts'
import { captionBox } from '../../model/layout/caption-box.ts'
import type { CaptionTrack } from '../../model/caption.ts'
import { draw, EXACT_VIEW, type View } from '../../model/paint/draw.ts'
import type { Scene } from '../../model/layout/scene.ts'
import { stateAt } from '../../model/paint/state.ts'
import { layOutScene } from '../painter/paint-frames.ts'

/** Size of a still, px: the caption area of a portrait video. A moving picture has smaller frames. */
const STILL = { width: 648, height: 384 }
const MOVING = { width: 324, height: 192 }
/** Height of the portrait frame whose letter size a still uses, px: a little more than its width goes with. */
const PORTRAIT_HEIGHT = 1_400
/** Colours of the upper left and the lower right corner: dark, like a video at dusk. */
const GROUND = ['#3c4f5e', '#1f1a2b'] as const
const QUALITY = 82

const WORDS = ['Make', 'every', 'word', 'pop']
const WORD_MS = 440
/** Time after the last word, in which an exit is seen, ms. */
const REST_MS = 240
/** Frames of a moving picture; the style sheet of the page has the same number. */
const FRAMES = 24
/** The moment of a still: the third word is spoken, and its movement is at rest. */
const STILL_MS = 2.9 * WORD_MS

/** Paints a picture of a template: WebP. @public threads find it by its name */
export const paintTemplateTask: ThreadTask<
  { template: Template; picture: TemplatePicture },
  Uint8Array<ArrayBuffer>
> = {
  module: new URL(import.meta.url),
  name: 'paintTemplateTask',
  run: ({ template, picture }) => (picture === 'still' ? paintStill(template) : paintMoving(template)),
}

function paintStill(template: Template): Uint8Array<ArrayBuffer> {
  return paint(layOut(template, STILL), STILL, [STILL_MS])
}

function paintMoving(template: Template): Uint8Array<ArrayBuffer> {
  const lengthMs = WORDS.length * WORD_MS + REST_MS
  const moments = Array.from({ length: FRAMES }, (_, frame) => (frame * lengthMs) / FRAMES)
  return paint(layOut(template, MOVING), MOVING, moments)
}

type Size = { readonly width: number; readonly height: number }

/** The moments of a scene, one above the other. */
function paint({ scene, view }: Centred, { width, height }: Size, moments: readonly number[]): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(width, height * moments.length)
  const context = canvas.getContext('2d')
  const frame = createCanvas(width, height)
  const painter = frame.getContext('2d')
  const ground = painter.createLinearGradient(0, 0, width, height)
  for (const [at, color] of GROUND.entries()) ground.addColorStop(at, color)
  for (const [at, ms] of moments.entries()) {
    painter.fillStyle = ground
    painter.fillRect(0, 0, width, height)
    draw(painter, scene, stateAt(scene, ms), view)
    context.drawImage(frame, 0, at * height)
  }
  return new Uint8Array(canvas.toBuffer('image/webp', QUALITY))
}

type Centred = { readonly scene: Scene; readonly view: View }

/** Lays out the words in the middle of a picture, with letters as large as in a portrait video of its width. */
function layOut({ font, layout, ...template }: Template, frame: Size): Centred {
  const size = Math.min(0.3, (font.size * PORTRAIT_HEIGHT) / STILL.height)
  const layOutAt = (scale: number) => {
    const placed = {
      font: { ...font, size: size * scale },
      layout: { ...layout, x: 0.5, y: 0.5, width: WIDTH * scale },
    }
    return layOutScene({ track: TRACK, template: { ...template, ...placed }, frame })
  }
  const { x0, y0, x1, y1 } = boundsOf(layOutAt(1))
  const scene = layOutAt(Math.min(1, (MOST * frame.width) / (x1 - x0), (MOST * frame.height) / (y1 - y0)))
  // Lines that start at the left are centred as a whole. A layout would keep their box inside the frame instead.
  const { x0: left, x1: right } = boundsOf(scene)
  return { scene, view: { ...EXACT_VIEW, x: Math.round((left + right - frame.width) / 2) } }
}

/** Width of the lines, and most that boxes around them take, as shares of the picture. */
const WIDTH = 0.92
const MOST = 0.95

function boundsOf({ pages }: Scene) {
  return hull(pages.map((page) => captionBox(page)))
}

const TRACK: CaptionTrack = {
  language: 'en',
  direction: 'ltr',
  captions: [
    {
      fromMs: 0,
      toMs: WORDS.length * WORD_MS + REST_MS,
      patches: [],
      words: WORDS.map((text, at) => ({
        text,
        t0: at * WORD_MS,
        t1: (at + 1) * WORD_MS,
        tags: [],
        joined: false,
        breakBefore: false,
      })),
    },
  ],
}
