import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../../tests/support/clips.ts'
import type { Recording } from './joined.ts'

/** Sentences that no recording says: short and long ones, headings, and one much like a sentence that is said. */
export const NEVER_SAID: readonly string[] = [
  'And that is why you should never trust a stranger with your keys.',
  'Thank you.',
  'This part was cut from the recording before anybody could say a word of it.',
  'No.',
  'He was not a very kind old man.',
  'Let us now turn to the second question.',
  'In the summer of last year, my brother and I drove all the way from Boston to the coast, stopping only twice for coffee.',
  'Remember to like and subscribe!',
  'It was raining.',
  'Chapter two: the return.',
  'She had already left when the letter finally arrived at the house.',
  'Subscribe now.',
]

const SPOKEN: readonly string[] = [
  'Every good video starts with one clear idea. Say it in the first second, and people will stay until the end.',
  'Most people never change the settings of their phone camera.',
  'Here is what I would turn on before anything else. Grid lines.',
  'When the rain finally stopped, we walked along the river and talked about everything that had happened since then.',
  'A recipe is only a suggestion. Taste the sauce. Add a little salt, and trust your tongue more than the book.',
  'Hello everyone. Welcome back to the channel.',
  'The quick brown fox jumped over the lazy dog while nobody was watching. Then it went home and slept for hours.',
  'We tested five different microphones in the same room with the same voice.',
  'The cheapest one surprised us. It sounded almost as good as the studio model, and it costs a tenth of the price.',
  'So which one should you buy? That depends on what you make.',
]
const VOICES = ['slt', 'rms']

/** Other sentences, spoken by two of ffmpeg's voices. */
export async function synthesise(folder: string): Promise<Recording[]> {
  const made = SPOKEN.map(async (text, at) => {
    const path = join(folder, `spoken-${at}.wav`)
    const words = join(folder, `spoken-${at}.txt`)
    writeFileSync(words, text)
    const voice = `flite=textfile=${words}:voice=${VOICES[at % VOICES.length] ?? 'slt'}`
    await runTool('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', voice, '-ar', '16000', '-ac', '1', path])
    return { name: `spoken-${at}`, path, sentences: text.split(/(?<=[.?!]) /u) }
  })
  return Promise.all(made)
}
