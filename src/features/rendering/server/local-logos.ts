import { type FileStore, withLocal } from '#platform/server/files.ts'
import type { LogoFile } from '../model/index.ts'

/** A picture of an account in the file store. */
export type StoredLogo = Omit<LogoFile, 'source'> & { readonly key: string }

/** Runs `work` with pictures as local files. One whose file is missing is left out, as in the preview. */
export async function withLocalLogos<Result>(
  files: FileStore,
  { logos, signal }: { readonly logos: readonly StoredLogo[]; readonly signal: AbortSignal },
  work: (local: readonly LogoFile[]) => Promise<Result>,
): Promise<Result> {
  const [logo, ...others] = logos
  if (logo === undefined) return work([])
  const { id, width, height, key } = logo
  if ((await files.stat(key)) === undefined) return withLocalLogos(files, { logos: others, signal }, work)
  return withLocal(files, { key, signal }, async (source) =>
    withLocalLogos(files, { logos: others, signal }, async (local) => work([{ id, width, height, source }, ...local])),
  )
}
