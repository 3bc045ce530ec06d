import type { CaptionDocument } from '#features/captions/model/index.ts'
import { type FileStore, withLocal } from '#platform/server/files.ts'
import type { LogoFile } from '../model/index.ts'

/** A logo in the file store. */
export type StoredLogo = Omit<LogoFile, 'source'> & { readonly key: string }

/** The id of the logo that a document shows; undefined without one. */
export function logoIdOf({ overlays }: CaptionDocument): string | undefined {
  return overlays?.logo?.assetId
}

/** Runs `work` with a logo as a local file. One whose file is missing is left out, as in the preview. */
export async function withLocalLogo<Result>(
  files: FileStore,
  { logo, signal }: { readonly logo: StoredLogo | undefined; readonly signal: AbortSignal },
  work: (local: LogoFile | undefined) => Promise<Result>,
): Promise<Result> {
  if (logo === undefined || (await files.stat(logo.key)) === undefined) return work(undefined)
  const { id, width, height, key } = logo
  return withLocal(files, { key, signal }, async (source) => work({ id, width, height, source }))
}
