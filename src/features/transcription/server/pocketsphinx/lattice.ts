/** One word that the recogniser considered, in milliseconds of media time. */
export type Arc = {
  readonly word: string
  readonly startMs: number
  readonly endMs: number
  /** Probability that the speech has this word at this time, 0 to 1. */
  readonly probability: number
}

/**
 * Reads a word lattice in the format of HTK: nodes with the start of a word (`I=3 t=0.12 W=train`), and links from one
 * to the next (`J=1 S=3 E=4 p=0.5`), by tabs. A word ends where the next one begins.
 * @param offsetMs start of the stretch of sound in the media
 * @returns its words, without silence; none for another format
 */
export function readLattice(text: string, offsetMs: number): Arc[] {
  const nodes = new Map<string, { word: string; startMs: number }>()
  const arcs: Arc[] = []
  for (const line of text.split('\n')) {
    const fields = new Map(line.split('\t').map(fieldOf))
    const [id, word] = [fields.get('I'), fields.get('W')]
    if (id !== undefined && word !== undefined)
      nodes.set(id, { word, startMs: offsetMs + Math.round(Number(fields.get('t')) * 1_000) })
    const [begun, next] = [nodes.get(fields.get('S') ?? ''), nodes.get(fields.get('E') ?? '')]
    if (begun === undefined || next === undefined || isSilent(begun.word)) continue
    arcs.push({ ...begun, endMs: next.startMs, probability: Number(fields.get('p')) })
  }
  return arcs
}

function fieldOf(text: string): [string, string] {
  const at = text.indexOf('=')
  return [text.slice(0, Math.max(0, at)), text.slice(at + 1)]
}

/** Silence, noise and the edges of a stretch have names with an exclamation mark. */
function isSilent(word: string): boolean {
  return word.startsWith('!')
}
