/**
 * The processor time of preparing a video whose tracks play and seek well: its preview copied, beside the preview
 * encoded, as of every video before, in the same run. The rest of the preparation is the same for both and counts too.
 *
 *     node bench/preparing.ts [clip] [runs]     default: a recorded talk at 1080×1920 and 30 frames a second, or
 *                                               30 s of moving colours where it is missing; 3 runs
 *
 * Target: copied at most 40% of encoded. Processor time is nearly the same on a busy machine.
 */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { benchFolder } from './clip.ts'
import { measure, median } from './measure.ts'

const [given, RUNS = '3'] = process.argv.slice(2)
const SECONDS = 30
const RECORDED = resolve(import.meta.dirname, '../../shared/media/video/talk-vertical.mp4')
const KINDS = ['copied', 'encoded'] as const

const clip =
  given === undefined || given === '' ? (existsSync(RECORDED) ? RECORDED : await plainClip()) : resolve(given)
const outputDir = resolve(await benchFolder(), 'preparing')
const perSecond: Record<(typeof KINDS)[number], number[]> = { copied: [], encoded: [] }
for (let run = 0; run < Number(RUNS); run += 1) {
  for (const kind of KINDS) {
    await mkdir(outputDir, { recursive: true })
    const { cpuMs } = await measure(process.execPath, ['bench/prepare-once.ts', clip, outputDir, kind], {
      printsReady: true,
    })
    perSecond[kind].push(cpuMs)
    await rm(outputDir, { recursive: true, force: true })
  }
}
console.log(clip)
for (const kind of KINDS)
  console.log(
    `${kind.padEnd(8)} ${(median(perSecond[kind]) / 1_000).toFixed(2)} processor seconds (${list(perSecond[kind])})`,
  )
console.log(`copied / encoded: ${((median(perSecond.copied) / median(perSecond.encoded)) * 100).toFixed(0)}%`)

function list(values: readonly number[]): string {
  return values.map((ms) => (ms / 1_000).toFixed(2)).join(' ')
}

/** Moving colours with the grain of a camera, a keyframe every second, and a tone; made once. */
async function plainClip(): Promise<string> {
  const path = resolve(await benchFolder(), `plain-${SECONDS}.mp4`)
  if (await stat(path).catch(() => undefined)) return path
  const unfinished = `${path}.part.mp4`
  const picture = 'gradients=size=480x270:rate=30:seed=7:speed=0.02,scale=1920:1080:flags=bilinear,noise=alls=5:allf=t'
  const input = ['-v', 'error', '-y', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=f=330:r=48000']
  const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '6M', '-maxrate', '8M', '-bufsize', '8M', '-g', '30']
  const rest = ['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-t', String(SECONDS), unfinished]
  await measure('ffmpeg', [...input, ...h264, ...rest])
  await rename(unfinished, path)
  return path
}
