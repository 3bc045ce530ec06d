import type { Asset } from './projects.ts'

/** Where one project's files stand in the file store. */
export function keysOf(projectId: string) {
  const all = `projects/${projectId}`
  return {
    /** Prefix of everything the project has. */
    all,
    source: `${all}/source`,
    audio: `${all}/audio.wav`,
    peaks: `${all}/peaks.json`,
    filmstrip: `${all}/filmstrip.jpg`,
    filmstripPlan: `${all}/filmstrip.json`,
    poster: `${all}/poster.jpg`,
    preview: `${all}/preview.mp4`,
  } as const
}

/** Key of the video as it was uploaded, byte for byte. */
export function sourceOf(project: { readonly id: string }): string {
  return keysOf(project.id).source
}

/** Key of the sound as 16 kHz mono 16-bit WAV whose first sample is media time 0; absent when the video is silent. */
export function audioOf(project: { readonly id: string }): string {
  return keysOf(project.id).audio
}

/** The files of each derivative, by their names beside the source: a strip is of no use without its plan. */
export const ASSET_FILES = {
  audio: ['audio.wav'],
  peaks: ['peaks.json'],
  filmstrip: ['filmstrip.json', 'filmstrip.jpg'],
  poster: ['poster.jpg'],
  preview: ['preview.mp4'],
} as const satisfies Record<Asset, readonly string[]>
