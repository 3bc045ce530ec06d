/** The action of a key on the timeline. */
export type TimelineAction =
  | { readonly type: 'zoom'; readonly factor: number }
  | { readonly type: 'show-all' }
  | { readonly type: 'follow' }
  | { readonly type: 'ripple' | 'roll' }
  | { readonly type: 'nudge'; readonly by: 'step' | 'frame'; readonly direction: 1 | -1 }

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** A zoom of this factor shows a third less. */
export const ZOOM_STEP = 1.5

/** @returns undefined for the keys of the transcript, which also act here */
export function timelineActionOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): TimelineAction | undefined {
  if (ctrlKey || metaKey) return undefined
  if (altKey) {
    const direction = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined
    return direction === undefined ? undefined : { type: 'nudge', by: shiftKey ? 'frame' : 'step', direction }
  }
  switch (key.toLowerCase()) {
    case '+':
    case '=':
      return { type: 'zoom', factor: ZOOM_STEP }
    case '-':
    case '_':
      return { type: 'zoom', factor: 1 / ZOOM_STEP }
    case '0':
      return { type: 'show-all' }
    case 'f':
      // With Shift, full screen: it means the same everywhere.
      return shiftKey ? undefined : { type: 'follow' }
    case 'r':
      return { type: 'ripple' }
    case 'n':
      return { type: 'roll' }
    default:
      return undefined
  }
}

/** The offset of a key on a handle, ms; `least` and `most` reach the limits. */
export function handleStepOf({ key, shiftKey }: Pick<Key, 'key' | 'shiftKey'>, frameMs: number): number | undefined {
  const step = shiftKey ? frameMs : NUDGE_MS
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return step
    case 'ArrowLeft':
    case 'ArrowDown':
      return -step
    case 'PageUp':
      return 10 * NUDGE_MS
    case 'PageDown':
      return -10 * NUDGE_MS
    case 'Home':
      return Number.MIN_SAFE_INTEGER
    case 'End':
      return Number.MAX_SAFE_INTEGER
    default:
      return undefined
  }
}

/** Distance of a nudge, ms. */
export const NUDGE_MS = 10
