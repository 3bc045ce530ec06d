import { z } from 'zod'
import type { CommandRules } from './define-command.ts'
import { addMarker } from './add-marker.ts'
import { addSpeaker } from './add-speaker.ts'
import { deleteWords } from './delete-words.ts'
import { editMarker } from './edit-marker.ts'
import { editSpeaker } from './edit-speaker.ts'
import { insertWords } from './insert-words.ts'
import { mergeCues } from './merge-cues.ts'
import { mergeWords } from './merge-words.ts'
import { moveWord } from './move-word.ts'
import { removeDecor } from './remove-decor.ts'
import { removeMarkers } from './remove-markers.ts'
import { removeSetAside } from './remove-set-aside.ts'
import { removeSpeaker } from './remove-speaker.ts'
import { replaceText } from './replace-text.ts'
import { resegment } from './resegment.ts'
import { restore } from './restore.ts'
import { restoreVersion } from './restore-version.ts'
import { retimeWords } from './retime-words.ts'
import { setBrandKit } from './set-brand-kit.ts'
import { setBreaks } from './set-breaks.ts'
import { setCensoring } from './set-censoring.ts'
import { setCueStyle } from './set-cue-style.ts'
import { setCueTimes } from './set-cue-times.ts'
import { setLimits } from './set-limits.ts'
import { setDecor } from './set-decor.ts'
import { setHidden } from './set-hidden.ts'
import { setOverlays } from './set-overlays.ts'
import { setPlace } from './set-place.ts'
import { setSpeaker } from './set-speaker.ts'
import { setStyle } from './set-style.ts'
import { setTag } from './set-tag.ts'
import { setTemplate } from './set-template.ts'
import { setWordStyle } from './set-word-style.ts'
import { setWordText } from './set-word-text.ts'
import { shiftWords } from './shift-words.ts'
import { splitCue } from './split-cue.ts'
import { splitWord } from './split-word.ts'
import { stretchWords } from './stretch-words.ts'

/** All editing commands. A new command is one file, with its import and its name here. */
const COMMANDS = tableOf({
  addMarker,
  addSpeaker,
  deleteWords,
  editMarker,
  editSpeaker,
  insertWords,
  mergeCues,
  mergeWords,
  moveWord,
  removeDecor,
  removeMarkers,
  removeSetAside,
  removeSpeaker,
  replaceText,
  resegment,
  restore,
  restoreVersion,
  retimeWords,
  setBrandKit,
  setBreaks,
  setCensoring,
  setCueStyle,
  setCueTimes,
  setLimits,
  setDecor,
  setHidden,
  setOverlays,
  setPlace,
  setSpeaker,
  setStyle,
  setTag,
  setTemplate,
  setWordStyle,
  setWordText,
  shiftWords,
  splitCue,
  splitWord,
  stretchWords,
})

/** The name of a command. */
export type CommandType = keyof typeof COMMANDS
/** The commands of one type. */
export type CommandOf<Type extends CommandType> = z.output<(typeof COMMANDS)[Type]['schema']>

const { setWordText: first, ...others } = COMMANDS

/**
 * One edit of a caption document as data: stored in the log, sent to the server, undone by its inverse. Deterministic:
 * commands refer to words and cues by id.
 */
export const Command = z.discriminatedUnion('type', [
  first.schema,
  ...Object.values(others).map(({ schema }) => schema),
])
export type Command = CommandOf<CommandType>

/** The rules of a command. */
export function rulesOf(command: Command): CommandRules<Command> {
  return COMMANDS[command.type]
}

/** Rejects, at compile time, a command whose key differs from the type in its schema. */
function tableOf<Table extends { readonly [Type in keyof Table]: { readonly schema: z.ZodType<{ type: Type }> } }>(
  table: Table,
): Table {
  return table
}
