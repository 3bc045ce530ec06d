import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { MediaError, type MediaRunner } from '../sandbox/sandbox.ts'

/** A received picture, as the file `sent` of its folder. */
export type SentPicture = { readonly directory: string; readonly isJpeg: boolean }

/** A file that the sandbox writes: its ending decides the format. */
type PictureFile = `${string}.png` | `${string}.jpg`

/** How a picture is re-encoded. */
export type PictureOutput = {
  /** An earlier output to decode. Default: the picture that was sent. */
  readonly from?: PictureFile
  /** A filter graph of ffmpeg, from `[0:v:0]` to a pad for each file. */
  readonly filters: string
  /** The files by the names of their pads. */
  readonly files: Readonly<Record<string, PictureFile>>
}

/** The limits of a feature, and its sentences. */
type EncodeRules = {
  readonly outputBytes: number
  readonly texts: Readonly<Record<'unreadable' | 'tooSlow', string>>
}

const LIMITS = { memoryMb: 1_024, cpuSeconds: 10, wallMs: 20_000 }
/** Other work needs the other cores. */
const ONE_THREAD = ['-v', 'error', '-threads', '1']
/** Without it, the rest of a JPEG that breaks off is grey. */
const WHOLE_JPEG = ['-err_detect', 'explode']
const ONE_PICTURE = ['-map_metadata', '-1', '-frames:v', '1', '-f', 'image2', '-update', '1', '-y']
const PNG = ['-c:v', 'png']
const JPEG = ['-c:v', 'mjpeg', '-q:v', '3']

type Encoder = Pick<MediaRunner, 'run'>

/**
 * Decodes a picture in the sandbox, and writes files without its metadata.
 * @throws AppError `unsupported_media` for anything that cannot be decoded; `unavailable` after the time limit
 */
export async function encodePicture(
  media: Encoder,
  sent: SentPicture,
  { from, filters, files, ...rules }: PictureOutput & EncodeRules,
): Promise<void> {
  const input = from ?? 'sent'
  const strict = from === undefined && sent.isJpeg ? WHOLE_JPEG : []
  const outputs = Object.entries(files).flatMap(([pad, file]) => {
    return ['-map', `[${pad}]`, ...(file.endsWith('.png') ? PNG : JPEG), ...ONE_PICTURE, `/out/${file}`]
  })
  const args = [...ONE_THREAD, ...strict, '-i', `/in/${input}`, '-an', '-filter_complex', filters, ...outputs]
  await runOn(media, { input, sent, rules, args })
  // A picture that breaks off early can leave an empty file, or none, without an error.
  for (const file of Object.values(files)) if (!(await hasContent(join(sent.directory, file)))) throw unreadable(rules)
}

async function runOn(
  media: Encoder,
  { input, sent, rules, args }: { input: string; sent: SentPicture; rules: EncodeRules; args: readonly string[] },
): Promise<void> {
  try {
    await media.run({
      tool: 'ffmpeg',
      args,
      inputs: [{ path: join(sent.directory, input), as: input }],
      outputDir: sent.directory,
      limits: { ...LIMITS, outputBytes: rules.outputBytes },
      picture: true,
    })
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    if (error.failure === 'time') throw new AppError('unavailable', rules.texts.tooSlow, {}, { cause: error })
    throw unreadable(rules, error)
  }
}

function unreadable({ texts }: EncodeRules, cause?: Error): AppError {
  return new AppError('unsupported_media', texts.unreadable, {}, { cause })
}

/** A decoder that was taken over could write a link to a file of the host, which must not be followed. */
async function hasContent(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() === true && found.size > 0
}
