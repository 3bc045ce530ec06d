type Named = { readonly id: string; readonly projectId: string }

/** File store keys of one export. Under the project's prefix, so that they are deleted with it. */
export function keysOf({ id, projectId }: Named) {
  const all = `projects/${projectId}/renders/${id}`
  return {
    /** Prefix of all files of the export. */
    all,
    /** Intermediate files of an unfinished export. */
    work: `${all}/work`,
  } as const
}

/** Key of an export's finished video. @param render.file its file name, from the export's row */
export function videoKeyOf(render: Named & { readonly file: string }): string {
  return `${keysOf(render).all}/${render.file}`
}
