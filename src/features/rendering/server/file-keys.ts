type Named = { readonly id: string; readonly projectId: string }

/** Where one export's files stand in the file store: with the project's, so that they go when it goes. */
export function keysOf({ id, projectId }: Named) {
  const all = `projects/${projectId}/renders/${id}`
  return {
    /** Prefix of everything the export has. */
    all,
    /** What an unfinished export has so far. */
    work: `${all}/work`,
  } as const
}

/** Key of an export's finished video. @param render.file its name, as the export's row has it */
export function videoKeyOf(render: Named & { readonly file: string }): string {
  return `${keysOf(render).all}/${render.file}`
}
