/** Where one export's files stand in the file store: with the project's, so that they go when it goes. */
export function keysOf({ id, projectId }: { readonly id: string; readonly projectId: string }) {
  const all = `projects/${projectId}/renders/${id}`
  return {
    /** Prefix of everything the export has. */
    all,
    /** The finished video. */
    video: `${all}/video.mp4`,
    /** What an unfinished export has so far. */
    work: `${all}/work`,
  } as const
}
