import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cueSpan, cuesOf, wordsOf } from '#features/captions/model/index.ts'
import { benchClip, benchDocument, benchFolder } from './clip.ts'
import { type Measurement, measure } from './measure.ts'

const HERE = join(import.meta.dirname, 'remotion')
const BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** True after `npm install --prefix bench/remotion`: it is no part of the product. */
export const remotionIsInstalled = existsSync(join(HERE, 'node_modules/@remotion/renderer'))

/** Renders the same clip and words with Remotion, in as many browser tabs as there are processor cores. */
export async function renderWithRemotion(seconds: number): Promise<Measurement> {
  const folder = await benchFolder()
  const files = join(folder, `remotion-${seconds}`)
  await mkdir(files, { recursive: true })
  await copyFile(await benchClip(seconds), join(files, 'clip.mp4'))
  const document = benchDocument(seconds)
  const cues = cuesOf(document).map((cue) => ({
    ...cueSpan(document, cue),
    words: wordsOf(document, cue).map(({ t0, text }) => ({ t0, text })),
  }))
  const cuesPath = join(folder, 'cues.json')
  await writeFile(cuesPath, JSON.stringify(cues))
  const output = join(folder, 'remotion.mp4')
  return measure(process.execPath, [join(HERE, 'render.mjs'), files, cuesPath, String(seconds), output, BROWSER])
}
