import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readHead } from '#platform/server/receive-file.ts'
import { MediaError, type MediaRun, type MediaRunner } from '#platform/server/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import { SITE_PICTURE_FILES, SITE_PICTURE_MAX_SIDE } from '../model/index.ts'

const LIMITS = { memoryMb: 1_024, cpuSeconds: 10, wallMs: 20_000, outputBytes: 4_000_000 }
/** The largest sizes in pixels: about four and two times as large as it is shown. */
const LOGO = { width: 640, height: 128 }
const MAIL = { width: 400, height: 64 }
/** Phones may crop all but the inner 80% of an icon. */
const DRAWN = 0.8
/** Other work needs the other cores. */
const ONE_THREAD = ['-v', 'error', '-threads', '1']
const PNG = ['-map_metadata', '-1', '-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1', '-y']

const UNREADABLE = 'We couldn’t read this picture. Export it again as PNG, WebP or JPEG and try again.'
const TOO_SLOW = 'Reading this picture took too long. Try again, or choose a smaller one.'

const Size = z.object({ width: z.int().min(1), height: z.int().min(1) })
const Probed = z.object({ streams: z.array(Size).min(1) })
const { logo, mail, tab, apple, small, large } = SITE_PICTURE_FILES

type Encoder = Pick<MediaRunner, 'run'>

/**
 * Decodes the picture `sent` of a folder in the sandbox, and writes it as PNG files in every size of
 * `SITE_PICTURE_FILES`, without metadata.
 * @returns the size of `logo.png`, in pixels
 * @throws AppError `unsupported_media` for anything that cannot be decoded, and above `SITE_PICTURE_MAX_SIDE`;
 *   `unavailable`
 */
export async function encodeSitePicture(media: Encoder, directory: string): Promise<z.output<typeof Size>> {
  await checkSize(media, directory)
  const outputs = [logo, mail, tab, apple, small, large]
  await runOn(media, directory, {
    tool: 'ffmpeg',
    args: [
      ...ONE_THREAD,
      '-i',
      '/in/sent',
      '-an',
      '-filter_complex',
      FILTERS,
      ...outputs.flatMap((file, at) => ['-map', `[out${at}]`, ...PNG, `/out/${file}`]),
    ],
  })
  // A picture that breaks off early can leave empty files, or none, without an error.
  for (const file of outputs)
    if (!(await hasContent(join(directory, file)))) throw new AppError('unsupported_media', UNREADABLE)
  return sizeOfPng(join(directory, logo))
}

/** Colours are scaled multiplied by their opacity: the colour of transparent pixels would bleed into the edges. */
const FILTERS = [
  '[0:v:0]format=rgba,format=gbrap,premultiply=inplace=1,split=7[in0][in1][in2][in3][in4][in5][corner]',
  `[in0]${fitted(LOGO)}[out0]`,
  `[in1]${fitted(MAIL)}[out1]`,
  `[in2]${fitted({ width: 64, height: 64 })},pad=64:64:-1:-1:color=black@0[out2]`,
  // The ground of an icon: the colour of the picture's corner, on white where that is transparent.
  '[corner]crop=1:1:0:0,unpremultiply=inplace=1,format=rgba,split=3[corner3][corner4][corner5]',
  ...[180, 192, 512].flatMap((side, at) => onGround(side, at + 3)),
].join(';')

function onGround(side: number, at: number): string[] {
  const drawn = Math.round(side * DRAWN)
  return [
    `color=white:size=${side}x${side}[white${at}]`,
    `[corner${at}]scale=${side}:${side}:flags=neighbor[tone${at}]`,
    `[in${at}]scale=${drawn}:${drawn}:force_original_aspect_ratio=decrease:flags=lanczos,setsar=1,unpremultiply=inplace=1,format=rgba[drawn${at}]`,
    `[white${at}][tone${at}]overlay=format=rgb:shortest=1[ground${at}]`,
    `[ground${at}][drawn${at}]overlay=(W-w)/2:(H-h)/2:format=rgb:shortest=1,format=rgb24[out${at}]`,
  ]
}

/** Never larger than it is, as large pictures are only made smaller. */
function fitted({ width, height }: { width: number; height: number }): string {
  return `scale=w='min(${width},iw)':h='min(${height},ih)':force_original_aspect_ratio=decrease:flags=lanczos,setsar=1,unpremultiply=inplace=1,format=rgba`
}

async function checkSize(media: Encoder, directory: string): Promise<void> {
  const stdout = await runOn(media, directory, {
    tool: 'ffprobe',
    args: ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'json', '-i', '/in/sent'],
  })
  const [size] = Probed.safeParse(JSON.parse(stdout)).data?.streams ?? []
  if (size === undefined) throw new AppError('unsupported_media', UNREADABLE)
  if (Math.max(size.width, size.height) > SITE_PICTURE_MAX_SIDE)
    throw new AppError(
      'unsupported_media',
      `This picture has ${size.width} × ${size.height} pixels. Choose one of at most ${SITE_PICTURE_MAX_SIDE} × ${SITE_PICTURE_MAX_SIDE}.`,
    )
}

async function runOn(media: Encoder, directory: string, run: Pick<MediaRun, 'tool' | 'args'>): Promise<string> {
  try {
    const { stdout } = await media.run({
      ...run,
      inputs: [{ path: join(directory, 'sent'), as: 'sent' }],
      ...(run.tool === 'ffmpeg' && { outputDir: directory }),
      limits: LIMITS,
      picture: true,
    })
    return stdout
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    if (error.failure === 'time') throw new AppError('unavailable', TOO_SLOW, {}, { cause: error })
    throw new AppError('unsupported_media', UNREADABLE, {}, { cause: error })
  }
}

async function hasContent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.size > 0
}

/** The size in the header of a PNG file. */
async function sizeOfPng(path: string): Promise<z.output<typeof Size>> {
  const head = Buffer.from(await readHead(path, 24))
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}
