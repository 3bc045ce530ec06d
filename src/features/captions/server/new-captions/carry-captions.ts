import { findProject } from '#features/media/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { type NewCut, replaceCaptions } from '../../model/index.ts'
import { quoteText } from '../../model/edits/label-text.ts'
import { type CaptionedProject, replaceCaptionsOf } from './create-document.ts'
import { insertDocument, type StoredDocument } from '../storage/document-rows.ts'
import { neighboursIn, type OnWordsRemoved, type RemovedWords } from '../edits/removed-words.ts'

/** Captions that were carried over from an earlier cut, for features that refer to their words. */
export type CarriedCaptions = {
  /** The projects of the earlier and the new cut. */
  readonly from: string
  readonly to: string
  /** The words of the earlier cut that are not in the new one. */
  readonly removed: RemovedWords
}

/** Receives carried captions in the transaction that makes them; an error undoes it. */
export type OnCarriedOver = (tx: Tx, carried: CarriedCaptions) => Promise<unknown>

/**
 * Makes the captions of a new cut from those of an earlier one, in the caller's transaction. The words as recognised
 * are the revision before them, so that the history can undo what was carried over. The earlier captions stay as they
 * are.
 */
export async function carryCaptions(
  tx: Tx,
  project: CaptionedProject,
  o: {
    readonly earlier: { readonly id: string; readonly stored: StoredDocument }
    /** Carries the stored captions over, in a thread. */
    carry(stored: StoredDocument): Promise<NewCut>
    readonly onWordsRemoved?: OnWordsRemoved | undefined
    readonly onCarriedOver?: OnCarriedOver | undefined
  },
): Promise<void> {
  const { earlier, onWordsRemoved } = o
  const cut = await o.carry(earlier.stored)
  await insertDocument(tx, project.id, cut.plain)
  await replaceCaptionsOf(tx, project.id, cut.doc, {
    commandsFor: (current) => replaceCaptions(current, cut.doc),
    label: labelOf(cut, (await findProject(tx, earlier.id))?.title ?? ''),
    onWordsRemoved,
  })
  await o.onCarriedOver?.(tx, { from: earlier.id, to: project.id, removed: neighboursIn(project.id, cut.lost) })
}

function labelOf({ keptWords, newWords, lost }: NewCut, title: string): string {
  const counts = `${formatNumber(keptWords)} kept, ${formatNumber(newWords)} new, ${formatNumber(lost.length)} set aside`
  return `Carry over the captions of ${quoteText(title)}: ${counts}`
}
