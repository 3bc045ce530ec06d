import type { CaptionDocument } from '#features/captions/model/index.ts'
import { type OwnFamily, ownFamily } from '#features/templates/model/index.ts'
import { type FileStore, withLocal } from '#platform/server/files.ts'
import { ownFamiliesOf, type OwnFontFile } from '../model/index.ts'

/** An own font in the file store. */
export type StoredOwnFont = Pick<OwnFontFile, 'weights' | 'coverage'> & { readonly id: string; readonly key: string }

/** An own font that a document names, with its family. */
export type NamedFont = StoredOwnFont & { readonly family: OwnFamily }

/** The stored fonts that a document names. */
export function namedFonts(document: CaptionDocument, stored: readonly StoredOwnFont[]): readonly NamedFont[] {
  const named = ownFamiliesOf(document)
  return stored.map((font) => ({ ...font, family: ownFamily(font.id) })).filter(({ family }) => named.has(family))
}

/** Runs `work` with these fonts as local files. A font whose file is missing is left out, as in the preview. */
export async function withLocalFonts<Result>(
  files: FileStore,
  { fonts, signal }: { readonly fonts: readonly NamedFont[]; readonly signal: AbortSignal },
  work: (local: readonly OwnFontFile[]) => Promise<Result>,
): Promise<Result> {
  const [font, ...others] = fonts
  if (font === undefined) return work([])
  const { family, weights, coverage, key } = font
  if ((await files.stat(key)) === undefined) return withLocalFonts(files, { fonts: others, signal }, work)
  return withLocal(files, { key, signal }, async (source) =>
    withLocalFonts(files, { fonts: others, signal }, async (local) =>
      work([{ family, weights, coverage, source }, ...local]),
    ),
  )
}
