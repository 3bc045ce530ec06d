import type { Project } from '#features/media/model/index.ts'
import type { Render } from '#features/rendering/model/index.ts'
import type { StoredFile } from '#features/storage/model/index.ts'

/** A video as the storage page lists it. */
export function storedVideo({ id, title, sizeBytes, createdAt }: Project): StoredFile {
  return { id, kind: 'video', projectId: id, title, sizeBytes, createdAt, download: null }
}

/** The finished exports of a video; one that is not finished keeps no file yet. */
export function storedExports({ title }: Pick<Project, 'title'>, renders: readonly Render[]): StoredFile[] {
  return renders.flatMap(({ id, projectId, sizeBytes, createdAt, download }) =>
    sizeBytes === null ? [] : [{ id, kind: 'export' as const, projectId, title, sizeBytes, createdAt, download }],
  )
}
