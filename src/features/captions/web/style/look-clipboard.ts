import { copiedLook, readCopiedLook, type SavedLook } from '#features/templates/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'

/** The look copied last in this page, for browsers that let pages write the clipboard but not read it. */
let copiedHere: string | undefined

/** Copies a look for other captions, words and videos. @returns false if only this page can paste it */
export async function copyLook(look: SavedLook): Promise<boolean> {
  const text = copiedLook(look)
  copiedHere = text
  // Absent without https, despite its type.
  if (!('clipboard' in navigator)) return false
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/**
 * The look on the clipboard, or else the one copied last in this page.
 * @throws AppError if there is none, or if it is not valid
 */
export async function pastedLook(): Promise<SavedLook> {
  const text = (await clipboardText()) ?? copiedHere
  if (text === undefined) {
    throw new AppError(
      'unprocessable',
      'Your browser does not let this page read the clipboard. Copy a look here first.',
    )
  }
  return readCopiedLook(text)
}

/** Undefined if the browser refuses: without https, or without the person's permission. */
async function clipboardText(): Promise<string | undefined> {
  if (!('clipboard' in navigator) || !('readText' in navigator.clipboard)) return undefined
  try {
    return await navigator.clipboard.readText()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
