import type { BannerWords } from '#features/referrals/web/index.ts'
import {
  type CaptionTrack,
  type CaptionWord,
  draw,
  EXACT_VIEW,
  fontsOf,
  sceneOf,
  stateAt,
} from '#features/rendering/model/index.ts'
import { loadCaptionFonts } from '#features/rendering/web/index.ts'
import { type Template, newestTemplate } from '#features/templates/model/index.ts'

const WORD_MS = 400
/** Above the middle, since the link is below. */
const MIDDLE = 0.42

/** Paints the words of an affiliate's banner as an export paints captions: a pill behind the word being spoken. */
export async function paintBannerWords(context: CanvasRenderingContext2D, words: BannerWords): Promise<void> {
  const { width, height } = words
  const [track, template] = [trackOf(words), templateOf(words)]
  await loadCaptionFonts(fontsOf(track, template))
  const scene = sceneOf({ track, template, frame: { width, height }, reducedMotion: true, context })
  draw(context, scene, stateAt(scene, (words.lines.flat().length - 0.5) * WORD_MS), EXACT_VIEW)
}

function trackOf({ lines }: BannerWords): CaptionTrack {
  const words = lines
    .flatMap((line) => line.map((text, at) => ({ text, breakBefore: at === 0 })))
    .map((word, at): CaptionWord => ({ ...word, t0: at * WORD_MS, t1: (at + 1) * WORD_MS, tags: [], joined: false }))
  return {
    language: 'en',
    direction: 'ltr',
    captions: [{ fromMs: 0, toMs: words.length * WORD_MS, words, patches: [] }],
  }
}

function templateOf({ width, height, fontSize, edge, colour }: BannerWords): Template {
  const template = newestTemplate('follow-pill')
  return {
    ...template,
    font: { ...template.font, size: fontSize / height, leading: 1.25 },
    fill: { upcoming: colour.text, spoken: colour.text, active: colour.onAccent, gradientTo: null },
    accents: [colour.accent],
    shadows: [],
    layout: { maxWords: null, maxLines: 3, width: 1 - (2 * edge) / width, y: MIDDLE, align: 'left' },
  }
}
