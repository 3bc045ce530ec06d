import type { KeyboardEvent } from 'react'

/** Marks the element of a row that the arrow keys focus: its link, or its checkbox while videos are selected. */
export const VIDEO_FOCUS = { 'data-video-focus': '' } as const

const FOCUSABLE = `[${Object.keys(VIDEO_FOCUS).join()}]`

/** Moves the focus between the rows of a list of videos: arrow keys, Home and End. */
export function moveBetweenVideos(event: KeyboardEvent<HTMLElement>): void {
  if (!isOnVideo(event)) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const next = destinationOf(event.key, rows, rows.indexOf(event.target))
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

/** Whether a key was pressed on a row itself, without a modifier. */
export function isOnVideo(event: KeyboardEvent): event is KeyboardEvent<HTMLElement> & { target: HTMLElement } {
  const { target, altKey, ctrlKey, metaKey } = event
  return !altKey && !ctrlKey && !metaKey && target instanceof HTMLElement && target.matches(FOCUSABLE)
}

function destinationOf(key: string, rows: readonly HTMLElement[], here: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return rows[here + 1]
    case 'ArrowUp':
      return rows[here - 1]
    case 'Home':
      return rows[0]
    case 'End':
      return rows.at(-1)
    default:
      return undefined
  }
}
