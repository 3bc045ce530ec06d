/** A stretch of equal keys: `length` of them from `before` in one list, and from `after` in the other. */
export type Block = { readonly before: number; readonly after: number; readonly length: number }

/** Keys that are looked up together. */
const SEED = 3
/** A block out of its order needs this many words and letters: shorter phrases are often said twice. */
const MOVED_WORDS = 4
const MOVED_LETTERS = 16
/** Places remembered for each seed, so that a refrain does not make the search quadratic. */
const MOST_PLACES = 48

/**
 * Finds the stretches that two lists of words share, longest first, also when they moved: greedy string tiling (Wise
 * 1993). No place is in two blocks.
 * @returns in the order of `after`
 */
export function matchBlocks(before: readonly string[], after: readonly string[]): Block[] {
  const queue = byLength(candidates(before, after))
  const taken = { before: new Set<number>(), after: new Set<number>() }
  const blocks: Block[] = []
  for (let length = queue.length - 1; length >= SEED; length--) {
    for (const block of queue[length] ?? []) {
      const free = freeParts(block, taken)
      if (free.length !== 1 || free[0]?.length !== length) {
        for (const part of free) queue[part.length]?.push(part)
        continue
      }
      if (!mayMove(after, block) && !isInOrder(blocks, block)) continue
      for (let at = 0; at < length; at++) {
        taken.before.add(block.before + at)
        taken.after.add(block.after + at)
      }
      blocks.push(block)
    }
  }
  return blocks.toSorted((a, b) => a.after - b.after)
}

/** The longest stretches on each diagonal that hold a seed. */
function candidates(before: readonly string[], after: readonly string[]): Block[] {
  const places = new Map<string, number[]>()
  for (let at = 0; at + SEED <= before.length; at++) {
    const seed = seedAt(before, at)
    const known = places.get(seed)
    if (known === undefined) places.set(seed, [at])
    else if (known.length < MOST_PLACES) known.push(at)
  }
  const blocks: Block[] = []
  const open = new Map<number, { block: Block; end: number }>()
  for (let at = 0; at + SEED <= after.length; at++) {
    for (const place of places.get(seedAt(after, at)) ?? []) {
      const running = open.get(place - at)
      if (running !== undefined && running.end >= at) continue
      const block = { before: place, after: at, length: lengthOfBlock(before, after, place, at) }
      blocks.push(block)
      open.set(place - at, { block, end: at + block.length })
    }
  }
  return blocks
}

function lengthOfBlock(before: readonly string[], after: readonly string[], place: number, at: number): number {
  let length = SEED
  while (before[place + length] !== undefined && before[place + length] === after[at + length]) length++
  return length
}

function seedAt(keys: readonly string[], at: number): string {
  return keys.slice(at, at + SEED).join(' ')
}

function byLength(blocks: readonly Block[]): Block[][] {
  const longest = blocks.reduce((most, { length }) => Math.max(most, length), 0)
  const queue: Block[][] = Array.from({ length: longest + 1 }, () => [])
  for (const block of blocks) queue[block.length]?.push(block)
  // Of equally long ones, those that moved least.
  for (const same of queue) same.sort((a, b) => moveOf(a) - moveOf(b) || a.after - b.after)
  return queue
}

function moveOf({ before, after }: Block): number {
  return Math.abs(before - after)
}

/** The parts of a block of which neither side is taken. */
function freeParts(block: Block, taken: { before: Set<number>; after: Set<number> }): Block[] {
  const parts: Block[] = []
  let start: number | undefined
  for (let at = 0; at <= block.length; at++) {
    const isFree = at < block.length && !taken.before.has(block.before + at) && !taken.after.has(block.after + at)
    if (isFree) start ??= at
    else if (start !== undefined) {
      parts.push({ before: block.before + start, after: block.after + start, length: at - start })
      start = undefined
    }
  }
  return parts.filter(({ length }) => length >= SEED)
}

function mayMove(keys: readonly string[], { after, length }: Block): boolean {
  const letters = keys.slice(after, after + Math.min(length, MOVED_LETTERS)).join('').length
  return length >= MOVED_WORDS && letters >= MOVED_LETTERS
}

/** Whether a block lies between the same blocks in both lists. */
function isInOrder(blocks: readonly Block[], { before, after, length }: Block): boolean {
  let [low, high]: [number, number] = [-1, Number.POSITIVE_INFINITY]
  let [last, next]: [number, number] = [0, Number.POSITIVE_INFINITY]
  for (const block of blocks) {
    if (block.after < after && block.after > low) [low, last] = [block.after, block.before + block.length]
    if (block.after > after && block.after < high) [high, next] = [block.after, block.before]
  }
  return last <= before && before + length <= next
}
