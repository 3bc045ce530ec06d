import { MAX_TITLE_LENGTH, shortenTitle } from './title.ts'

/**
 * The title of a copy: "Copy of Take 3", and "Copy of Take 3 (2)" if there is one already.
 * @param taken the titles of the owner's other videos
 * @returns 1 to 200 characters, not among `taken`
 */
export function copyTitle(title: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`
    const candidate = shortenTitle(`Copy of ${title}`, MAX_TITLE_LENGTH - end.length) + end
    if (!taken.has(candidate)) return candidate
  }
}
