/** Edits allowed between a name and its misspelling; names of up to five letters allow one. */
const MAX_EDITS = 2
const SHORT_NAME = 5

/**
 * The known name that `name` most likely misspells, ignoring case; undefined if none is close. A short name allows only
 * one edit that keeps its length: `PORT` and `HOST` lie too close to `PATH`, `HOME` and `PORTS` of the system.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toUpperCase()
  const near = known
    .map((candidate) => ({ candidate, edits: editsBetween(wanted, candidate.toUpperCase()) }))
    .filter(({ candidate, edits }) => edits <= allowedEdits(wanted, candidate))
  return near.toSorted((a, b) => a.edits - b.edits)[0]?.candidate
}

function allowedEdits(name: string, candidate: string): number {
  if (candidate.length > SHORT_NAME) return MAX_EDITS
  return name.length === candidate.length ? 1 : 0
}

/**
 * The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. Infinity when the
 * lengths alone differ by more than `MAX_EDITS`.
 */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_EDITS) return Infinity
  let [before, previous]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, swap))
    }
    ;[before, previous] = [previous, row]
  }
  return previous[b.length] ?? Infinity
}
