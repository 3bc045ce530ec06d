import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { applyPatches } from '../apply-patches.ts'
import { nearestTemplate, templateByRef } from '../catalogue.ts'
import { type PictureShape, refit } from '../fit-template.ts'
import type { Look } from '../look.ts'
import { LookPatch } from '../look-patch.ts'
import { Template } from '../template.ts'
import { describeFault } from './describe-fault.ts'

/** The size limit of a look as JSON, and of a file with one: the largest template takes 4 kB. */
export const LOOK_BYTES = 32_000

/**
 * A look apart from captions: a published template, and the changes of it. Neither changes later, so what is made with
 * it stays the same.
 */
export const SavedLook = z.strictObject({
  template: Template.pick({ id: true, version: true }),
  patch: LookPatch,
  /** The picture that sizes and heights of the patch were set in. Absent: they are shares of every height. */
  shape: z.strictObject({ w: z.int().min(1).max(100_000), h: z.int().min(1).max(100_000) }).optional(),
})
export type SavedLook = z.output<typeof SavedLook>

/** The picture that templates are designed for. */
export const DESIGNED: PictureShape = { w: 9, h: 16 }

/** The look with its changes, in the picture that templates are designed for. @throws AppError `not_found` for a template that was never published here */
export function lookOf(look: SavedLook): Look {
  const { template, patch } = fitLook(look, DESIGNED)
  return applyPatches(templateByRef(template), [patch])
}

/** The look in a picture of this shape: its sizes and heights fit, as those of its template do. */
export function fitLook(look: SavedLook, shape: PictureShape): SavedLook {
  const { template, patch } = look
  if (look.shape === undefined || nearestTemplate(template).fit === undefined) return { template, patch }
  const { size, y } = refit({ size: patch.font?.size, y: patch.layout?.y }, look.shape, shape)
  return {
    template,
    patch: {
      ...patch,
      ...(size !== undefined && { font: { ...patch.font, size } }),
      ...(y !== undefined && { layout: { ...patch.layout, y } }),
    },
  }
}

/** A look as the text that the clipboard holds. */
export function copiedLook(look: SavedLook): string {
  return JSON.stringify({ format: COPIED, ...look })
}

/**
 * Reads the look in a text from the clipboard.
 * @throws AppError `unprocessable` for any other text, `too_large`, `not_found` for an unknown template
 */
export function readCopiedLook(text: string): SavedLook {
  if (text.length > LOOK_BYTES) throw new AppError('too_large', 'The clipboard holds too much text for a look.')
  const json = jsonOf(text)
  if (json === undefined || !isCopied(json)) {
    throw new AppError('unprocessable', 'There is no look on the clipboard. Copy one first.')
  }
  const { format: _, ...look } = json
  const read = SavedLook.safeParse(look)
  if (!read.success) throw new AppError('unprocessable', describeFault('The look on the clipboard', read.error))
  lookOf(read.data)
  return read.data
}

const COPIED = 'wordpop-look/1'

function isCopied(json: unknown): json is { readonly format: string } {
  return typeof json === 'object' && json !== null && 'format' in json && json.format === COPIED
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
