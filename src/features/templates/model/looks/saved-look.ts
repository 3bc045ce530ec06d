import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { applyPatches } from '../apply-patches.ts'
import { templateByRef } from '../catalogue.ts'
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
})
export type SavedLook = z.output<typeof SavedLook>

/** The look with its changes. @throws AppError `not_found` for a template that was never published here */
export function lookOf({ template, patch }: SavedLook): Look {
  return applyPatches(templateByRef(template), [patch])
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
