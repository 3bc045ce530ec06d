import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { Id } from '../edits/command-fields.ts'
import { type Cue, cuesOf } from '../document.ts'
import { mergeCueParts } from '../parts/cue-parts.ts'
import { cueAt, placeOfCue, replaceCues } from '../edits/edit-cues.ts'
import { cueOver } from '../edits/edit-words.ts'
import type { Part } from '../edits/footprint.ts'
import { cueIndex, wordsOf } from '../timing/spans.ts'
import { cueSteps } from '../edits/step-costs.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

/** Merges a cue with the one after it; the first keeps its id. */
export const mergeCues = defineCommand({
  schema: z.strictObject({ type: z.literal('mergeCues'), id: Id }),
  label: () => 'Merge two captions',
  steps: (doc, { id }) => cueSteps(doc, [cuesOf(doc)[cueIndex(doc, id)]?.from ?? ''], 1),
  edit(doc, { id }) {
    const at = placeOfCue(doc, id)
    const cue = cueAt(doc, at)
    const next = cuesOf(doc)[at + 1]
    if (next === undefined)
      throw new AppError('unprocessable', 'There is no caption after this one to merge with.', { cue: id })
    const words = [...wordsOf(doc, cue), ...wordsOf(doc, next)]
    const locked = cue.locked === true || next.locked === true
    const merged = mergeCueParts(cue, next)
    const both: Cue = locked ? { ...merged, locked, breaks: [...cue.breaks, next.from, ...next.breaks] } : merged
    return replaceCues(doc, { at, count: 2 }, [cueOver(doc, both, words)])
  },
  keepsPromises: true,
  isRestyling: false,
  footprint: {
    captions: 'hold',
    reads(doc, { id }) {
      const at = cueIndex(doc, id)
      const both = cuesOf(doc).slice(at, at + 2)
      // If either cue has manual line breaks, the other keeps its current breaks.
      return both.some(({ locked }) => locked)
        ? both.filter(({ locked }) => !locked).map((cue): Part => `lines:${cue.id}`)
        : []
    },
  },
  afterConflict: REAPPLY_WHOLE,
})
