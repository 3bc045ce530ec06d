import { pluralize } from '#platform/shared/format/numbers.ts'
import { toast } from '#platform/web/toasts.tsx'
import type { EditorStore } from '../store/editor-store.ts'
import { addSpeaker, assignSpeaker, type SpeakerScope } from './speaker-edits.ts'

/** A speaker by their place in the list, from 1; 0 for nobody. */
export type SpeakerAction = { readonly type: 'speaker'; readonly place: number; readonly scope: SpeakerScope }

/** Signs that some keyboards type with Shift and a digit, and that move the edges of captions. */
const OTHERS = new Set(['(', ')'])

/** The action of a digit key. By the key's place: with Shift, every keyboard types another sign. */
export function speakerActionOf({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): SpeakerAction | undefined {
  if (OTHERS.has(key)) return undefined
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  return digit === undefined
    ? undefined
    : { type: 'speaker', place: Number(digit), scope: shiftKey ? 'onward' : 'words' }
}

/** Gives the selected words the speaker at a place of the list; the place after the last one adds a speaker. */
export function chooseSpeaker({ actions, getState }: EditorStore, { place, scope }: SpeakerAction): void {
  const { doc, selection } = getState()
  const { speakers = [] } = doc
  const target = { selection, scope }
  if (place === 0) actions.edit(assignSpeaker(doc, target, null))
  else if (place === speakers.length + 1) actions.edit(addSpeaker(doc, target))
  else {
    const speaker = speakers[place - 1]
    if (speaker !== undefined) actions.edit(assignSpeaker(doc, target, speaker.id))
    else
      toast.info(
        `There ${speakers.length === 1 ? 'is' : 'are'} ${pluralize(speakers.length, 'speaker')} so far. Press ${speakers.length + 1} to add one.`,
        { id: 'no-speaker' },
      )
  }
}
