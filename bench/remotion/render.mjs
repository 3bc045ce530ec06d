/** One export by Remotion: `node render.mjs <folder with clip.mp4> <cues.json> <seconds> <output> <browser>`. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { bundle } from '@remotion/bundler'
import { renderMedia, selectComposition } from '@remotion/renderer'

const [publicDir, cuesPath, seconds, outputLocation, browserExecutable] = process.argv.slice(2)
const serveUrl = await bundle({
  entryPoint: fileURLToPath(new URL('./captioned-clip.mjs', import.meta.url)),
  publicDir,
})
const inputProps = { cues: JSON.parse(await readFile(cuesPath, 'utf8')), seconds: Number(seconds) }
const common = { serveUrl, inputProps, browserExecutable, chromiumOptions: { gl: 'swangle' } }
const composition = await selectComposition({ ...common, id: 'captioned-clip' })
await renderMedia({
  ...common,
  composition,
  codec: 'h264',
  x264Preset: 'veryfast',
  crf: 20,
  concurrency: availableParallelism(),
  outputLocation,
})
