import type { Asset } from './projects.ts'

/** The keys of a project's files in the file store. */
export function keysOf(projectId: string) {
  const all = `projects/${projectId}`
  return {
    /** The prefix of all files of the project. */
    all,
    source: `${all}/source`,
    audio: `${all}/audio.wav`,
    /** The sound that the browser sent before the video, as received and as WAV; removed within a day. */
    earlySound: `${all}/early-sound`,
    earlyWav: `${all}/early.wav`,
    peaks: `${all}/peaks.bin`,
    filmstrip: `${all}/filmstrip.jpg`,
    filmstripPlan: `${all}/filmstrip.json`,
    poster: `${all}/poster.jpg`,
    preview: `${all}/preview.mp4`,
    shots: `${all}/shots.json`,
  } as const
}

/** The key of the uploaded video, byte for byte. */
export function sourceOf(project: { readonly id: string }): string {
  return keysOf(project.id).source
}

/** The key of the sound as 16 kHz mono 16-bit WAV whose first sample is media time 0; missing for a silent video. */
export function audioOf(project: { readonly id: string }): string {
  return keysOf(project.id).audio
}

/** The key of the poster, a JPEG; undefined until there is one. */
export function posterOf({
  id,
  assets,
}: {
  readonly id: string
  readonly assets: readonly Asset[]
}): string | undefined {
  return assets.includes('poster') ? keysOf(id).poster : undefined
}

/** The key of the sound that the browser sent before the video, in the format of `audioOf`. It may be missing. */
export function earlyWavOf(project: { readonly id: string }): string {
  return keysOf(project.id).earlyWav
}

/** The files of each derivative: a filmstrip needs its plan. */
export const ASSET_FILES = {
  audio: ['audio.wav'],
  peaks: ['peaks.bin'],
  filmstrip: ['filmstrip.json', 'filmstrip.jpg'],
  poster: ['poster.jpg'],
  preview: ['preview.mp4'],
  shots: ['shots.json'],
} as const satisfies Record<Asset, readonly string[]>
