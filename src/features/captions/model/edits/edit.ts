import { z } from 'zod'
import { LookPatch } from '#features/templates/model/index.ts'
import { Cue, ProfileId, TemplateRef, Word } from '../document.ts'
import { PartsEdit } from './edit-parts.ts'
import { spliceOf } from './splices.ts'

const StyleEntry = z.strictObject({ styleId: Word.shape.id, patch: LookPatch.nullable() })

/** A change of a caption document as data: only the words, cues and settings that change. */
export const Edit = z.strictObject({
  words: z.array(spliceOf(Word)).optional(),
  cues: z.array(spliceOf(Cue)).optional(),
  template: TemplateRef.optional(),
  /** Replaces one patch of `styles`; null removes it. */
  style: StyleEntry.optional(),
  /** Replaces the patches that a title or closing card has of its own. */
  overlayStyles: z.array(StyleEntry).optional(),
  /** Patches of words and captions, named by their content; see `settleStyles`. */
  derivedStyles: z.array(StyleEntry).optional(),
  profile: ProfileId.optional(),
  parts: PartsEdit.optional(),
})
export type Edit = z.output<typeof Edit>
