import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { Speaker } from '../document/parts.ts'
import { replaceItems } from '../edits/edit-parts.ts'
import { quoteText } from '../edits/label-text.ts'
import { speakerSteps } from './add-speaker.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Changes the name, colour, style or lane of a speaker; null removes the style or lane. */
export const editSpeaker = defineCommand({
  schema: z.strictObject({
    type: z.literal('editSpeaker'),
    id: Id,
    name: Speaker.shape.name.optional(),
    color: Speaker.shape.color.optional(),
    styleId: Speaker.shape.styleId.nullable(),
    lane: Speaker.shape.lane.nullable(),
  }),
  label({ name, color }) {
    if (name !== undefined) return `Name a speaker ${quoteText(name)}`
    return color === undefined ? 'Change a speaker' : 'Change the colour of a speaker'
  },
  steps: speakerSteps,
  edit({ speakers = [] }, { id, name, color, styleId, lane }) {
    const before = speakers.find((speaker) => speaker.id === id)
    if (before === undefined) throw new AppError('unprocessable', 'That speaker no longer exists.', { speaker: id })
    const { styleId: heldStyle, lane: heldLane, ...held } = before
    const nextStyle = (styleId === undefined ? heldStyle : styleId) ?? undefined
    const nextLane = (lane === undefined ? heldLane : lane) ?? undefined
    const speaker: Speaker = {
      ...held,
      ...(name !== undefined && { name }),
      ...(color !== undefined && { color }),
      ...(nextStyle !== undefined && { styleId: nextStyle }),
      ...(nextLane !== undefined && { lane: nextLane }),
    }
    return { parts: { speakers: replaceItems([speaker]) } }
  },
  // The letters of all parts have a limit, and the style must exist.
  keepsPromises: false,
  isRestyling: false,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})
