/**
 * Which of the recognised words are right, by the cheapest alignment with what was said.
 * @returns one flag for each recognised word, and the errors: wrong, missing and added words
 */
export function rightWords(said: readonly string[], heard: readonly string[]): { isRight: boolean[]; errors: number } {
  const costs = [Array.from({ length: heard.length + 1 }, (_, at) => at)]
  const cost = (i: number, j: number): number => costs[i]?.[j] ?? Number.POSITIVE_INFINITY
  const changed = (i: number, j: number): number => cost(i - 1, j - 1) + (said[i - 1] === heard[j - 1] ? 0 : 1)
  for (let i = 1; i <= said.length; i += 1) {
    const row = [i]
    costs.push(row)
    for (let j = 1; j <= heard.length; j += 1)
      row.push(Math.min(changed(i, j), cost(i - 1, j) + 1, (row[j - 1] ?? 0) + 1))
  }
  const isRight = heard.map(() => false)
  let [i, j] = [said.length, heard.length]
  while (i > 0 && j > 0) {
    if (cost(i, j) === changed(i, j)) {
      isRight[j - 1] = said[i - 1] === heard[j - 1]
      i -= 1
      j -= 1
    } else if (cost(i, j) === cost(i - 1, j) + 1) i -= 1
    else j -= 1
  }
  return { isRight, errors: cost(said.length, heard.length) }
}
