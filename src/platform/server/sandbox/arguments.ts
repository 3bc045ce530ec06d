import { realpathSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'

/** The programs that read files of strangers. */
export type MediaTool = 'ffmpeg' | 'ffprobe' | 'ots-sanitize'

/** Resource limits of one call; each call derives them from its input. */
export type MediaLimits = {
  /** Address space in MiB. */
  readonly memoryMb: number
  /** Processor seconds, summed over its threads. */
  readonly cpuSeconds: number
  /** Wall-clock milliseconds. */
  readonly wallMs: number
  /** Largest file it may write, in bytes. */
  readonly outputBytes: number
}

export type MediaRun = {
  readonly tool: MediaTool
  /** Inputs are named `/in/<as>` or `pipe:0`, outputs `/out/<name>`. */
  readonly args: readonly string[]
  /** The only files it can see, all read-only. */
  readonly inputs: readonly { readonly path: string; readonly as: string }[]
  /** Absolute path of the only writable folder, mounted as `/out`. */
  readonly outputDir?: string
  /** `open` when the caller writes the input `pipe:0`. */
  readonly stdin?: 'open' | 'closed'
  /** `read` when the caller reads an output `pipe:1`; then there is no progress and no `stdout` text. */
  readonly stdout?: 'read'
  readonly limits: MediaLimits
  /** Gives way to other work on the processor; for work that nobody waits for. */
  readonly inBackground?: true
  readonly signal?: AbortSignal
  /** Demuxers allowed in addition to MP4/MOV and Matroska/WebM, for files we made ourselves. */
  readonly extraFormats?: readonly string[]
  /** The input is one JPEG, PNG or WebP picture: only those are opened, and they may be larger than a frame. */
  readonly picture?: boolean
  /** Called about twice a second with what ffmpeg has written so far. */
  onProgress?(done: { readonly timeMs: number; readonly frame: number }): void
  /** Takes standard output line by line instead of collecting it. */
  onStdoutLine?(line: string): void
}

const FORMATS = ['mov', 'matroska']
/** Decoders for product §1, by ffmpeg's names; `rawvideo` is our own picture stream on `pipe:0`. */
const CODECS = [
  'h264',
  'hevc',
  'vp8',
  'vp9',
  'libdav1d',
  'libaom-av1',
  'av1',
  'rawvideo',
  'aac',
  'opus',
  'libopus',
  'mp3',
  'mp3float',
  'vorbis',
  'libvorbis',
  'flac',
  'ac3',
  'pcm_s16le',
  'pcm_s16be',
  'pcm_s24le',
  'pcm_s24be',
  'pcm_s32le',
  'pcm_s32be',
  'pcm_f32le',
  'pcm_f32be',
  'pcm_f64le',
  'pcm_f64be',
  'pcm_u8',
  'pcm_s8',
  'pcm_alaw',
  'pcm_mulaw',
]
/** ffprobe opens a decoder for every track and fails without one; these tracks are described, never decoded. */
const DESCRIBED = ['mov_text', 'subrip', 'srt', 'ass', 'ssa', 'webvtt', 'text', 'dvdsub', 'pgssub', 'mjpeg', 'png']
/** 3840×2160 with room for coded sizes rounded up to whole blocks. */
const MAX_PIXELS = 4096 * 2304
/** A phone photo of up to 48 megapixels. */
export const MAX_PICTURE_PIXELS = 8192 * 6144
const PICTURE = {
  formats: ['jpeg_pipe', 'png_pipe', 'webp_pipe'],
  codecs: ['mjpeg', 'png', 'webp'],
  pixels: MAX_PICTURE_PIXELS,
}

/** Our own options, with the whitelists before each input, where they apply to its demuxer and decoders. */
export function guarded({ tool, args, extraFormats = [], picture = false, onProgress }: MediaRun): readonly string[] {
  if (tool === 'ots-sanitize') return args
  const described = tool === 'ffprobe' ? [...CODECS, ...DESCRIBED] : CODECS
  const video = { formats: [...FORMATS, ...extraFormats], codecs: described, pixels: MAX_PIXELS }
  const { formats, codecs, pixels } = picture ? PICTURE : video
  const before = [
    '-protocol_whitelist',
    'file,pipe',
    '-format_whitelist',
    formats.join(','),
    '-codec_whitelist',
    codecs.join(','),
    '-max_pixels',
    String(pixels),
  ]
  const always = tool === 'ffmpeg' ? ['-hide_banner', '-nostdin', '-nostats'] : ['-hide_banner']
  const progress = onProgress === undefined ? [] : ['-progress', 'pipe:1', '-stats_period', '0.5']
  return [...always, ...progress, ...args.flatMap((arg) => (arg === '-i' ? [...before, arg] : [arg]))]
}

/**
 * The bubblewrap command line up to and including the tool. Its process leads a session without a terminal already; a
 * second session would not give way on the processor as the first does.
 */
export function cage({ inputs, outputDir }: MediaRun, tool: string): string[] {
  const own = isAbsolute(tool) && !tool.startsWith('/usr/') ? `/tool/${basename(tool)}` : undefined
  return [
    '--unshare-all',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    '--clearenv',
    '--setenv',
    'PATH',
    '/usr/local/bin:/usr/bin',
    '--setenv',
    'LANG',
    'C.UTF-8',
    '--setenv',
    'HOME',
    '/tmp',
    // Otherwise each thread reserves its own heap, which exceeds the address-space limit on a large machine.
    '--setenv',
    'MALLOC_ARENA_MAX',
    '4',
    '--ro-bind',
    '/usr',
    '/usr',
    '--symlink',
    'usr/lib',
    '/lib',
    '--symlink',
    'usr/lib64',
    '/lib64',
    '--symlink',
    'usr/bin',
    '/bin',
    '--ro-bind-try',
    '/etc/alternatives',
    '/etc/alternatives',
    '--ro-bind-try',
    '/etc/ld.so.cache',
    '/etc/ld.so.cache',
    // No /proc: nothing needs it, and a container often may not mount one.
    '--dev',
    '/dev',
    '--size',
    String(64 * 1_048_576),
    '--tmpfs',
    '/tmp',
    ...(own === undefined ? [] : ['--ro-bind', realpathSync(tool), own]),
    ...inputs.flatMap(({ path, as }) => ['--ro-bind', path, `/in/${as}`]),
    ...(outputDir === undefined ? [] : ['--bind', outputDir, '/out', '--chdir', '/out']),
    // The root must stay writable until here, to create the mount points.
    '--remount-ro',
    '/',
    '--',
    own ?? tool,
  ]
}

/** Without a sandbox nothing is mounted: replaces `/in/<as>` and `/out/<name>` with the real paths. */
export function outsidePath(arg: string, { inputs, outputDir }: MediaRun): string {
  const input = inputs.find(({ as }) => arg === `/in/${as}`)
  if (input !== undefined) return input.path
  return outputDir !== undefined && arg.startsWith('/out/') ? join(outputDir, arg.slice('/out/'.length)) : arg
}
