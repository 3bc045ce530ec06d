import type { TableRow } from './batch.ts'
import type { Arc } from './lattice.ts'

/** The recogniser counts in frames of 10 ms. */
const FRAME_MS = 10
/** Share of a word's paths that becomes a confidence of 0.6: half of the recorded words below it were wrong. */
const EVEN_SHARE = 0.8
/** Odds of a confidence of 0.6, below which words are underlined. */
const EVEN_ODDS = 0.6 / 0.4

/**
 * How sure the recogniser is of a word, 0 to 1: from the highest share of paths through the lattice that have it at one
 * moment of its time, whenever it begins and ends.
 * @param arcs the words of the lattice; without any, the probability of the recogniser counts
 */
export function wordConfidence(row: TableRow, arcs: readonly Arc[]): number {
  const share = arcs.length === 0 ? row.posterior : Math.min(1, highestShare(row, arcs))
  // Squared, so that the mean over nonsense, as reversed speech, stays below that over real words.
  const odds = EVEN_ODDS * ((share * (1 - EVEN_SHARE)) / (EVEN_SHARE * (1 - share))) ** 2
  return odds === Number.POSITIVE_INFINITY ? 1 : odds / (1 + odds)
}

function highestShare({ word, startMs, endMs }: TableRow, arcs: readonly Arc[]): number {
  const shares = new Float64Array(Math.max(1, Math.round((endMs - startMs) / FRAME_MS)))
  for (const arc of arcs) {
    if (arc.word !== word) continue
    const first = Math.max(0, Math.round((arc.startMs - startMs) / FRAME_MS))
    const end = Math.min(shares.length, Math.round((Math.max(arc.endMs, arc.startMs + FRAME_MS) - startMs) / FRAME_MS))
    for (let frame = first; frame < end; frame += 1) shares[frame] = (shares[frame] ?? 0) + arc.probability
  }
  return Math.max(...shares)
}
