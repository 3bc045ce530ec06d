/**
 * How an edit uses a part of a document: depends on it (`read`), sets it (`write`), or recomputes it from the words
 * (`reflow`), with the same outcome in either order.
 */
export type AccessMode = (typeof ACCESS_MODES)[number]
/** All access modes. */
export const ACCESS_MODES = ['read', 'reflow', 'write'] as const

/**
 * A part of a document: a word, its time, the word that follows it (`next:` alone is the start), the words that a cue
 * holds, its lines, its times (`span`) and its position (`place`) set by hand, the cue that follows it, a style, the
 * template, the profile, or `words` for all of them.
 * For the optional parts: the speaker of a word (`speaker`); whether something exists (`exists:style:loud`); a part
 * that is set as a whole (`part:overlays`); an item of a list, and the item that follows it (`part:cuts:a`,
 * `next-part:cuts:a`).
 */
export type Part =
  | `${'word' | 'time' | 'next' | 'cue' | 'lines' | 'span' | 'place' | 'nextcue' | 'style'}:${string}`
  | `${'speaker' | 'exists' | 'part' | 'next-part'}:${string}`
  | 'template'
  | 'profile'
  | 'words'

/**
 * What a command does to captions: they `follow` its words, the command decides which words they `hold`, or it restores
 * exactly what it names (`restore`).
 */
export type CaptionsRole = 'follow' | 'hold' | 'restore'

/** The parts of a document that an edit uses, with their modes. */
export type Footprint = ReadonlyMap<Part, AccessMode>

/** The parts in which two edits of one document conflict; none when their order does not matter. */
export function conflictingParts(mine: Footprint, theirs: Footprint): Part[] {
  return [...mine].flatMap(([part, mode]) => {
    const other = theirs.get(part)
    return other !== undefined && modesConflict(mode, other) ? [part] : []
  })
}

/** Whether two edits that use one part in these modes conflict. */
export function modesConflict(mine: AccessMode, theirs: AccessMode): boolean {
  return mine !== theirs || mine === 'write'
}

/** The combined footprint of two edits. */
export function mergeFootprints(one: Footprint, other: Footprint): Footprint {
  const both = new Map(one)
  for (const [part, mode] of other) addAccess(both, part, mode)
  return both
}

/** Adds one access to a footprint; a part used in two modes counts as written. */
export function addAccess(footprint: Map<Part, AccessMode>, part: Part, mode: AccessMode): void {
  const before = footprint.get(part)
  footprint.set(part, before === undefined || before === mode ? mode : 'write')
}
