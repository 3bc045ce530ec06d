/** The keys that move in a grid of choices. */
const STEPS: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * The element that a key leads to from another one: beside it, or the nearest one in the next row. Home and End lead to
 * the first and the last.
 * @returns `from` at an edge; undefined for other keys
 */
export function moveInGrid<Item extends Element>(key: string, items: readonly Item[], from: Item): Item | undefined {
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  const [across, down] = STEPS[key] ?? [0, 0]
  if (across !== 0) return items[items.indexOf(from) + across] ?? from
  if (down === 0) return undefined
  const place = from.getBoundingClientRect()
  const beyond = items.filter((item) => (item.getBoundingClientRect().top - place.top) * down > 1)
  const distance = (item: Item) => {
    const { top, left } = item.getBoundingClientRect()
    // Rows come first: no column is as far away as this.
    return Math.abs(top - place.top) * 10_000 + Math.abs(left - place.left)
  }
  return beyond.toSorted((a, b) => distance(a) - distance(b))[0] ?? from
}
