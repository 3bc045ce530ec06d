import type { Project } from './contract.ts'

/** What other features have made of a video, and are making. */
export type VideoWork = {
  /** The newest run that makes captions, with its progress, 0 to 1; null if there is none. */
  readonly captions: { readonly state: 'running' | 'done' | 'failed'; readonly progress: number } | null
  /** Progress of an unfinished export, 0 to 1; null if there is none. */
  readonly exportProgress: number | null
  /** Whether a finished export is stored. */
  readonly isExported: boolean
}

/** A video of which nothing was made yet. */
export const NO_WORK: VideoWork = { captions: null, exportProgress: null, isExported: false }

/**
 * Where a video stands in a list, from upload to export. `progress` is 0 to 1, and null for a state without work;
 * `prepared` means that what was made of it is not known.
 */
export type VideoState = {
  readonly name:
    | Project['stage']
    | 'silent'
    | 'ready'
    | 'listening'
    | 'captions-failed'
    | 'captioned'
    | 'exporting'
    | 'exported'
  readonly progress: number | null
}

/** @param work what was made of it; undefined while that is not known */
export function stateOf(
  { stage, progress, probe }: Pick<Project, 'stage' | 'progress' | 'probe'>,
  work: VideoWork | undefined,
): VideoState {
  if (stage === 'refused') return { name: 'refused', progress: null }
  if (stage !== 'prepared') return { name: stage, progress }
  if (work === undefined) return { name: 'prepared', progress: null }
  const { captions, exportProgress, isExported } = work
  if (captions?.state === 'running') return { name: 'listening', progress: captions.progress }
  if (exportProgress !== null) return { name: 'exporting', progress: exportProgress }
  if (isExported) return { name: 'exported', progress: null }
  if (captions?.state === 'done') return { name: 'captioned', progress: null }
  if (captions?.state === 'failed') return { name: 'captions-failed', progress: null }
  return { name: probe?.audio === null ? 'silent' : 'ready', progress: null }
}
