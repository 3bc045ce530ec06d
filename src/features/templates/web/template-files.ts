import { LOOK_BYTES, type NamedLook, readTemplateFile, writeTemplateFile } from '../model/index.ts'

/** Bytes of the longest letter in UTF-8. */
const MAX_LETTER_BYTES = 4

/** Reads a chosen or dropped template file. @throws AppError with one sentence for any other file */
export async function readChosenTemplate(file: File): Promise<NamedLook> {
  // Never reads a film that somebody dropped by mistake.
  return readTemplateFile(await file.slice(0, MAX_LETTER_BYTES * (LOOK_BYTES + 1)).text())
}

/** Downloads a look as `Name.json`. @throws AppError for a template that is not available here */
export function downloadTemplate(look: NamedLook): void {
  const url = URL.createObjectURL(new Blob([writeTemplateFile(look)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${look.name.replaceAll(/[\\/:*?"<>|]/g, '-')}.json`
  link.click()
  // The browser has begun to read the blob once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
