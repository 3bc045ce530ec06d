import { AppError } from '#platform/shared/errors.ts'
import { applyCommands, type Batch, type CaptionDocument, checkDocument } from '../model/index.ts'

/** Edits put on top of newer captions. */
export type Rebased = { readonly doc: CaptionDocument; readonly batches: readonly Batch[]; readonly leftOut: number }

/**
 * Makes edits again on captions that somebody else changed. Since they speak of words by id, most still
 * fit; the ones that do not are left out and counted.
 */
export function rebase(newest: CaptionDocument, batches: readonly Batch[]): Rebased {
  let doc = newest
  const fitting: Batch[] = []
  for (const batch of batches) {
    const next = tryApply(doc, batch)
    if (next === undefined) continue
    doc = next
    fitting.push(batch)
  }
  return { doc, batches: fitting, leftOut: batches.length - fitting.length }
}

function tryApply(doc: CaptionDocument, { commands }: Batch): CaptionDocument | undefined {
  try {
    const applied = applyCommands(doc, commands).doc
    checkDocument(applied)
    return applied
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
