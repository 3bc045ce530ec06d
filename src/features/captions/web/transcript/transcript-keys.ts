import type { Step } from '../store/selection.ts'
import { type SpeakerAction, speakerActionOf } from '../speakers/speaker-keys.ts'
import { TIMELINE_SHORTCUTS } from '../timeline/timeline-keys.ts'

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

/** Keys, what they do, and the right that they need; most need none, or say why they do nothing. */
export type ShortcutKeys = readonly [keys: string, does: string, needs?: 'comment']

/** All keyboard shortcuts of the editor, for the help dialog. */
export const SHORTCUTS: readonly { readonly title: string; readonly keys: readonly ShortcutKeys[] }[] = [
  {
    title: 'Playing',
    keys: [
      ['Space', 'Play or pause'],
      ['J · K · L', 'Slower or back · stop · play, then twice as fast'],
      ['Shift J · Shift L', 'Back · forward 3 seconds'],
      [', · .', 'One frame back · forward'],
      ['Click a word', 'Go there; with Ctrl or ⌘, play from there'],
      ['F', 'Full screen, or back; on the timeline, with Shift'],
    ],
  },
  {
    title: 'Loop and markers',
    keys: [
      ['I · O', 'Loop from · to the playhead; on a word, with Shift'],
      ['R', 'Loop the selected caption, or stop'],
      ['X', 'Stop the loop; on a word, with Shift'],
      ['M', 'Add a marker at the playhead; on a word, with Shift'],
    ],
  },
  {
    title: 'Times',
    keys: [
      ['[ · ]', 'Word starts · ends at the playhead'],
      ['{ · }', 'Roll the edge to the word before · after to the playhead'],
      ['( · )', 'Roll the edge to the caption before · after to the playhead'],
      ['Alt ← · Alt →', 'Move the selected words by 10 ms; with Shift, by a frame'],
      ['Shift S', 'Split the caption at the playhead'],
    ],
  },
  {
    title: 'Words',
    keys: [
      ['← → ↑ ↓', 'Move between words and captions'],
      ['Enter or F2', 'Edit the word'],
      ['I', 'Insert words after it'],
      ['Backspace', 'Delete'],
      ['W', 'Join with the next word, or join the selected words'],
      ['E', 'Mark as a keyword'],
      ['H', 'Hide, or show again'],
      ['X', 'Censor the text and sound, or stop'],
    ],
  },
  {
    title: 'Speakers',
    keys: [
      ['1 to 9', 'This speaker says the selected words; the next number adds one'],
      ['Shift 1 to 7', 'This speaker says all words from here on, up to the next speaker'],
      ['0', 'No speaker'],
      ['P', 'Names, colours and all speakers'],
    ],
  },
  {
    title: 'Selecting',
    keys: [
      ['Shift ← → ↑ ↓', 'Select words; also by dragging, or Shift and click'],
      ['Shift Home · Shift End', 'Select to the start · end of the caption'],
      ['Ctrl A', 'Select all words'],
      ['Double-click a time', 'Select its caption'],
      ['Menu key or right click', 'Actions for the selected words'],
    ],
  },
  {
    title: 'Captions',
    keys: [
      ['S or Ctrl Enter', 'Split the caption before this word'],
      ['M', 'Merge with the next caption'],
      ['Alt ↑ · Alt ↓', 'Move the words to the caption above · below'],
    ],
  },
  TIMELINE_SHORTCUTS,
  {
    title: 'While typing',
    keys: [
      ['Space', 'Makes two words'],
      ['Enter · Escape', 'Keep · cancel'],
      ['Tab', 'Keep, and edit the next word'],
      ['Backspace at the start', 'Joins with the word or caption before'],
    ],
  },
  {
    title: 'On the picture',
    keys: [
      ['← → ↑ ↓', 'Move the caption by 1%; with Shift by 5%, with Alt by 0.1%'],
      ['Enter', 'Edit its text; Shift Enter breaks the line'],
      ['Delete', 'Reset its place'],
      ['Shift or Alt while dragging', 'Moves without snapping'],
    ],
  },
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl Z · Ctrl Shift Z', 'Undo · redo, without limit'],
      ['Ctrl F', 'Find and replace'],
      ['Ctrl S', 'Save now'],
      ['Ctrl Alt M', 'Comment on the selected words', 'comment'],
      ['?', 'This sheet'],
    ],
  },
]
