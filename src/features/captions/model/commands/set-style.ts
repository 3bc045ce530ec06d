import { z } from 'zod'
import { LookPatch } from '#features/templates/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { isDerivedStyle } from '../derived-styles.ts'
import { MAIN_STYLE } from '../document.ts'
import { checkSteps } from '../edits/step-costs.ts'
import { withoutMentions } from '../style-mentions.ts'
import { defineCommand, READS_NOTHING, REAPPLY_WHOLE } from './define-command.ts'

/** Replaces one patch of `styles` under a given id; null removes it and all references to it. */
export const setStyle = defineCommand({
  schema: z.strictObject({ type: z.literal('setStyle'), styleId: Id, patch: LookPatch.nullable() }),
  label({ styleId, patch }, inverse) {
    if (patch === null) return 'Reset the style'
    const before = inverse?.style?.patch ?? {}
    if (styleId !== MAIN_STYLE || inverse?.style === undefined || !isSameButPlace(patch, before))
      return 'Change the style'
    return labelPlace(patch.layout ?? {}, before.layout ?? {})
  },
  steps: (doc, { patch }) => Object.keys(doc.styles).length + (patch === null ? checkSteps(doc) : 0),
  edit(doc, { styleId, patch }) {
    if (isDerivedStyle(styleId))
      throw new AppError('unprocessable', 'Set the style of the words or captions instead.', { style: styleId })
    return { style: { styleId, patch }, ...(patch === null && withoutMentions(doc, styleId)) }
  },
  keepsPromises: true,
  isRestyling: true,
  footprint: { captions: 'follow', reads: READS_NOTHING },
  afterConflict: REAPPLY_WHOLE,
})

/** The place of all captions is part of their style. */
type MainPlace = Pick<NonNullable<LookPatch['layout']>, 'x' | 'y' | 'width'>

function labelPlace({ x, y, width }: MainPlace, before: MainPlace): string {
  if (x === undefined && y === undefined && width === undefined) return 'Reset the place of the captions'
  if (x === before.x && y === before.y) return 'Change the width of the captions'
  return 'Move the captions'
}

function isSameButPlace(one: LookPatch, other: LookPatch): boolean {
  return JSON.stringify(withoutPlace(one)) === JSON.stringify(withoutPlace(other))
}

function withoutPlace({ layout = {}, ...style }: LookPatch): object {
  const others = Object.entries(layout).filter(([name]) => !PLACE.has(name))
  return others.length > 0 ? { ...style, layout: Object.fromEntries(others) } : style
}

const PLACE: ReadonlySet<string> = new Set(['x', 'y', 'width'])
