/** A written word as the recogniser sees it: a name of its own and how it may sound. */
export type GrammarWord = { readonly name: string; readonly pronunciations: readonly string[] }

/** The dictionary of the given words; each further pronunciation is `name(2)`, `name(3)` … */
export function dictionaryOf(words: readonly GrammarWord[]): string {
  const lines = words.flatMap(({ name, pronunciations }) =>
    pronunciations.map((phones, at) => `${name}${at === 0 ? '' : `(${at + 1})`} ${phones}`),
  )
  return `${lines.join('\n')}\n`
}

/**
 * The grammar that allows exactly these words in this order, with silences where they are.
 * @param o.openEnd the sound may end after any of the words: for the first part of a long recording
 */
export function chainOf(words: readonly GrammarWord[], { openEnd = false }: { openEnd?: boolean } = {}): string {
  const last = words.length
  const transitions = words.flatMap(({ name }, at) => [
    `TRANSITION ${at} ${at + 1} 1.0 ${name}`,
    ...(openEnd && at > 0 ? [`TRANSITION ${at} ${last} 1.0`] : []),
  ])
  return ['FSG_BEGIN words', `NUM_STATES ${last + 1}`, 'START_STATE 0', `FINAL_STATE ${last}`, ...transitions, 'FSG_END', ''].join('\n')
}
