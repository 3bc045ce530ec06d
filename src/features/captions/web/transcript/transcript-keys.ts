import type { Step } from '../store/selection.ts'
import { type SpeakerAction, speakerActionOf } from '../speakers/speaker-keys.ts'

/** The action of a key on a focused word. */
export type WordAction =
  | { readonly type: 'step'; readonly step: Step; readonly extend: boolean }
  | SpeakerAction
  | {
      readonly type:
        | 'edit'
        | 'insert'
        | 'delete'
        | 'split'
        | 'merge'
        | 'mergeWords'
        | 'keyword'
        | 'startHere'
        | 'endHere'
        | 'moveUp'
        | 'moveDown'
        | 'hide'
        | 'censor'
        | 'style'
        | 'emoji'
        | 'speakers'
        | 'glossary'
        | 'selectAll'
    }

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'code'>

/** @param rtl true for a right-to-left transcript, where arrows keep their visual direction */
export function wordActionOf(event: Key, rtl: boolean): WordAction | undefined {
  const command = event.ctrlKey || event.metaKey
  if (event.altKey && !command)
    return event.key === 'ArrowUp' ? { type: 'moveUp' } : event.key === 'ArrowDown' ? { type: 'moveDown' } : undefined
  const step = stepOf(event.key, command, rtl)
  if (step !== undefined) return { type: 'step', step, extend: event.shiftKey }
  if (command) return COMMANDS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  const speaker = speakerActionOf(event)
  if (speaker !== undefined) return speaker
  // A letter with Shift belongs to the playback controls.
  if (event.shiftKey && /^[a-z]$/i.test(event.key)) return undefined
  return PLAIN[event.key.length === 1 ? event.key.toLowerCase() : event.key]
}

const COMMANDS: Readonly<Record<string, WordAction>> = { Enter: { type: 'split' }, a: { type: 'selectAll' } }

const PLAIN: Readonly<Record<string, WordAction>> = {
  Enter: { type: 'edit' },
  F2: { type: 'edit' },
  Backspace: { type: 'delete' },
  Delete: { type: 'delete' },
  i: { type: 'insert' },
  s: { type: 'split' },
  m: { type: 'merge' },
  w: { type: 'mergeWords' },
  e: { type: 'keyword' },
  h: { type: 'hide' },
  x: { type: 'censor' },
  p: { type: 'speakers' },
  '[': { type: 'startHere' },
  ']': { type: 'endHere' },
}

function stepOf(key: string, command: boolean, rtl: boolean): Step | undefined {
  switch (key) {
    case 'ArrowRight':
      return rtl ? 'previous' : 'next'
    case 'ArrowLeft':
      return rtl ? 'next' : 'previous'
    case 'ArrowDown':
      return 'nextCue'
    case 'ArrowUp':
      return 'previousCue'
    case 'Home':
      return command ? 'start' : 'cueStart'
    case 'End':
      return command ? 'end' : 'cueEnd'
    default:
      return undefined
  }
}
