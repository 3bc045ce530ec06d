/** The embedding permissions of a font: the `fsType` field of its `OS/2` table, as flags (OpenType 1.9). */
export type EmbeddingFlags = {
  readonly noEmbedding: boolean
  /** May be embedded in documents that nobody edits. */
  readonly viewOnly: boolean
  readonly bitmapOnly: boolean
}

/** Why the licence bits of a font forbid its use in captions, as one sentence; null if they allow it. */
export function embeddingProblem({ noEmbedding, viewOnly, bitmapOnly }: EmbeddingFlags): string | null {
  if (noEmbedding)
    return 'The maker of this font does not allow embedding it. Choose another font, or ask them for a licence.'
  if (viewOnly)
    return 'The maker of this font allows it only in documents that nobody edits. Choose another font, or ask them for a licence.'
  if (bitmapOnly) return 'The maker of this font allows embedding bitmaps only. Choose another font.'
  return null
}
