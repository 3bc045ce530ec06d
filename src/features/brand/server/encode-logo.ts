import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readHead } from '#platform/server/receive-file.ts'
import { MediaError, type MediaRun, type MediaRunner } from '#platform/server/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import { pictureLevels } from '#platform/shared/picture-levels.ts'
import { LOGO_MAX_SIDE, LOGO_STORED_SIDE } from '../model/index.ts'

const LIMITS = { memoryMb: 1_024, cpuSeconds: 10, wallMs: 20_000, outputBytes: 16_000_000 }
/** The file with all levels, in the folder of the upload. */
export const ENCODED_LOGO = 'logo.png'
const LARGEST_LEVEL = 'largest.png'

/** Other pictures need the other cores. */
const ONE_THREAD = ['-v', 'error', '-threads', '1']
const PNG = ['-map_metadata', '-1', '-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1']

/** Refusal of a file that is no readable picture. */
const NOT_A_LOGO = 'We couldn’t read this picture. Export it again as PNG, WebP or JPEG and try again.'
const TOO_SLOW = 'Reading this logo took too long. Try again, or choose a smaller one.'

const Size = z.object({ width: z.int().min(1), height: z.int().min(1) })
type Size = z.output<typeof Size>
const Probed = z.object({ streams: z.array(Size).min(1) })

type Encoder = Pick<MediaRunner, 'run'>

/**
 * Decodes the picture `sent` of a folder in the sandbox, and writes it as one PNG file with all levels, without
 * metadata.
 * @returns the size of its largest level, in pixels
 * @throws AppError `unsupported_media` for anything that cannot be decoded, and above `LOGO_MAX_SIDE`; `unavailable`
 */
export async function encodeLogo(media: Encoder, directory: string): Promise<Size> {
  await checkSize(media, directory)
  const most = `w='min(${LOGO_STORED_SIDE},iw)':h='min(${LOGO_STORED_SIDE},ih)':force_original_aspect_ratio=decrease`
  await writePng(media, directory, { from: 'sent', to: LARGEST_LEVEL, filters: `[0:v:0]${scaled(most)}` })
  const size = await sizeOfPng(join(directory, LARGEST_LEVEL))
  await writePng(media, directory, { from: LARGEST_LEVEL, to: ENCODED_LOGO, filters: sideBySide(size) })
  return size
}

async function checkSize(media: Encoder, directory: string): Promise<void> {
  const stdout = await runOn(media, directory, {
    tool: 'ffprobe',
    inputs: ['sent'],
    args: ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'json', '-i', '/in/sent'],
  })
  const [size] = Probed.safeParse(JSON.parse(stdout)).data?.streams ?? []
  if (size === undefined) throw new AppError('unsupported_media', NOT_A_LOGO)
  if (Math.max(size.width, size.height) > LOGO_MAX_SIDE)
    throw new AppError(
      'unsupported_media',
      `This picture has ${size.width} × ${size.height} pixels. Choose one of at most ${LOGO_MAX_SIDE} × ${LOGO_MAX_SIDE}.`,
    )
}

/** Scales colours multiplied by their opacity: the colour of transparent pixels would bleed into the edges otherwise. */
function scaled(size: string): string {
  return `format=rgba,format=gbrap,premultiply=inplace=1,${scaledTo(size)},unpremultiply=inplace=1,format=rgba`
}

function scaledTo(size: string): string {
  return `scale=${size}:flags=area+accurate_rnd+full_chroma_int+full_chroma_inp,setsar=1`
}

function sideBySide(size: Size): string {
  const levels = pictureLevels(size)
  const names = (name: string) => levels.map((_, at) => `[${name}${at}]`).join('')
  return [
    `[0:v:0]format=rgba,format=gbrap,premultiply=inplace=1,split=${levels.length}${names('from')}`,
    ...levels.map(
      ({ width, height }, at) =>
        `[from${at}]${scaledTo(`${width}:${height}`)},pad=w=${width}:h=${size.height}:color=black@0[to${at}]`,
    ),
    `${names('to')}hstack=inputs=${levels.length},unpremultiply=inplace=1,format=rgba`,
  ].join(';')
}

async function writePng(
  media: Encoder,
  directory: string,
  { from, to, filters }: { readonly from: string; readonly to: string; readonly filters: string },
): Promise<void> {
  await runOn(media, directory, {
    tool: 'ffmpeg',
    inputs: [from],
    args: [...ONE_THREAD, '-i', `/in/${from}`, '-an', '-filter_complex', filters, ...PNG, '-y', `/out/${to}`],
  })
  if (!(await hasContent(join(directory, to)))) throw new AppError('unsupported_media', NOT_A_LOGO)
}

type Run = Pick<MediaRun, 'tool' | 'args'> & { readonly inputs: readonly string[] }

async function runOn(media: Encoder, directory: string, { inputs, ...run }: Run): Promise<string> {
  try {
    const { stdout } = await media.run({
      ...run,
      inputs: inputs.map((as) => ({ path: join(directory, as), as })),
      ...(run.tool === 'ffmpeg' && { outputDir: directory }),
      limits: LIMITS,
      picture: true,
    })
    return stdout
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    if (error.failure === 'time') throw new AppError('unavailable', TOO_SLOW, {}, { cause: error })
    throw new AppError('unsupported_media', NOT_A_LOGO, {}, { cause: error })
  }
}

/** A picture that breaks off early can leave an empty file, or none, without an error. */
async function hasContent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.size > 0
}

/** The size in the header of a PNG file. */
async function sizeOfPng(path: string): Promise<Size> {
  const head = Buffer.from(await readHead(path, PNG_HEAD_BYTES))
  return { width: head.readUInt32BE(WIDTH_AT), height: head.readUInt32BE(WIDTH_AT + 4) }
}

const PNG_HEAD_BYTES = 24
const WIDTH_AT = 16
