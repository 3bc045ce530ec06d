import type { CaptionDocument } from '#features/captions/model/index.ts'

/** Most pictures that a document shows; far more than an account may have. */
const MOST_PICTURES = 100

/** The ids of the pictures that a document shows, each once: its logo, and what hangs on its words. */
export function pictureIdsOf({ overlays, words }: CaptionDocument): readonly string[] {
  const hung = words.flatMap(({ decor = [] }) => decor.flatMap((item) => (item.kind === 'image' ? item.assetId : [])))
  const logo = overlays?.logo?.assetId
  return [...new Set(logo === undefined ? hung : [logo, ...hung])].slice(0, MOST_PICTURES)
}
