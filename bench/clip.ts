import { mkdir, rename, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createDocument, type Word } from '#features/captions/model/index.ts'
import { measure } from './measure.ts'

/** The encoding every contestant uses: x264 at its veryfast preset, audio copied. */
export const ENCODE = '-c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p -c:a copy -movflags +faststart'.split(' ')

/** Size and rate of the clip. */
export const FRAME = { width: 1080, height: 1920 } as const
export const FRAMES_PER_SECOND = 30

const CACHE = resolve(import.meta.dirname, '../.cache/bench')

/** The text that repeats in the clip. */
const SAID =
  'so here is the thing nobody tells you about growing a channel you do not need a better camera you need a better first three seconds ' +
  'think about the last video you finished watching it probably asked a question and then it made you wait for the answer'
const WORD_MS = 245
/** The speaker pauses after this many words. */
const BREATH_EVERY = 18
const BREATH_MS = 400

/** A folder for the contestants' output. */
export async function benchFolder(): Promise<string> {
  await mkdir(CACHE, { recursive: true })
  return CACHE
}

/**
 * A 1080×1920 clip at 30 fps with moving colours, grain like a phone camera's, and a tone; made once.
 * @param o.grain false for a clip that encodes several times as fast, if time is not measured
 */
export async function benchClip(seconds: number, { grain = true } = {}): Promise<string> {
  const path = resolve(await benchFolder(), `clip-${seconds}${grain ? '' : '-smooth'}.mp4`)
  if (await stat(path).catch(() => undefined)) return path
  const picture = `gradients=size=270x480:rate=${FRAMES_PER_SECOND}:seed=7:speed=0.02,scale=${FRAME.width}:${FRAME.height}:flags=bilinear${grain ? ',noise=alls=7:allf=t' : ''},format=yuv420p`
  const unfinished = `${path}.part.mp4`
  await measure('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    picture,
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=330:sample_rate=48000',
    '-t',
    String(seconds),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '20',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    unfinished,
  ])
  await rename(unfinished, path)
  return path
}

/** Captions over the whole clip: on screen about nine tenths of the time, as in a talk. */
export function benchDocument(seconds: number, { hasEmoji = false } = {}) {
  const texts = SAID.split(' ')
  const words = []
  let startMs = 400
  for (let at = 0; startMs < seconds * 1_000 - 600; at += 1) {
    const text = texts[at % texts.length] ?? ''
    words.push({ text, startMs, endMs: startMs + WORD_MS, confidence: 1, timing: 'asr' as const })
    startMs += WORD_MS + (at % BREATH_EVERY === BREATH_EVERY - 1 ? BREATH_MS : 0)
  }
  const document = createDocument({
    id: 'bench',
    media: {
      id: 'bench',
      durMs: seconds * 1_000,
      fps: { n: FRAMES_PER_SECOND, d: 1 },
      w: FRAME.width,
      h: FRAME.height,
    },
    lang: 'en',
    provenance: { engine: 'none', model: 'none' },
    words,
  })
  return hasEmoji ? { ...document, words: document.words.map(withEmoji) } : document
}

const FIRST_EMOJI = 0x1f400
const DIFFERENT_EMOJI = 40

function withEmoji(word: Word, at: number): Word {
  const emoji = String.fromCodePoint(FIRST_EMOJI + (at % DIFFERENT_EMOJI))
  return { ...word, decor: [{ id: `e${at}`, kind: 'emoji', emoji, side: 'above', size: 1.5, motion: 'pop' }] }
}
