import { formatMediaTime } from '#platform/shared/format/durations.ts'

/**
 * Shows a media time in an element that holds only text. Changes the text node that is there, and only for another
 * text: a new node styles and lays out the whole page, in each frame of playback.
 */
export function showTime(element: HTMLElement | null, tMs: number): void {
  const node = element?.firstChild
  const shown = formatMediaTime(tMs, 1)
  if (node instanceof Text && node.data !== shown) node.data = shown
}
