import { createCanvas } from '@napi-rs/canvas'
import type { Template } from '#features/templates/model/index.ts'
import { type CaptionTrack, draw, EXACT_VIEW, type Frame, stateAt } from '../../model/index.ts'
import { layOutScene } from '../painter/paint-frames.ts'

/** One caption of a still picture: its words, and the spoken one. */
export type StillCaption = {
  readonly words: readonly string[]
  /** Index of the spoken word, from 0. */
  readonly spoken: number
  readonly template: Template
}

/**
 * Draws captions over a plain background with the painter of exports.
 * @param o.background colours of the upper left and the lower right corner
 * @returns a PNG
 */
export function captionPicture(o: {
  frame: Frame
  background: readonly [string, string]
  captions: readonly StillCaption[]
}): Uint8Array<ArrayBuffer> {
  const { width, height } = o.frame
  // The layout selects the text renderer, which a canvas takes over when it is created.
  const scenes = o.captions.map(({ words, spoken, template }) => ({
    scene: layOutScene({ track: trackOfWords(words), template, frame: o.frame }),
    atMs: (spoken + SETTLED) * WORD_MS,
  }))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const ground = context.createLinearGradient(0, 0, width, height)
  for (const [at, color] of o.background.entries()) ground.addColorStop(at, color)
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  for (const { scene, atMs } of scenes) draw(context, scene, stateAt(scene, atMs), EXACT_VIEW)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

const WORD_MS = 1_000
/** Share of a word's time after which its animation is at rest. */
const SETTLED = 0.9

function trackOfWords(words: readonly string[]): CaptionTrack {
  const timed = words.map((text, at) => ({
    text,
    t0: at * WORD_MS,
    t1: (at + 1) * WORD_MS,
    tags: [],
    joined: false,
    breakBefore: false,
  }))
  const caption = { fromMs: 0, toMs: words.length * WORD_MS, words: timed, patches: [] }
  return { language: 'en', direction: 'ltr', captions: [caption] }
}
