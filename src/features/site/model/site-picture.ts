import { z } from 'zod'

/** Longest side of an uploaded logo or icon, in pixels. */
export const SITE_PICTURE_MAX_SIDE = 2_000
/** Longest name of a picture, in letters. */
const NAME_LENGTH = 80
/** The newest versions of the settings whose pictures are kept. */
export const KEPT_PICTURE_VERSIONS = 10

/** A picture that operators uploaded for their site. */
export const SitePicture = z.object({
  id: z.uuid(),
  /** From its file's name, without the ending. */
  name: z.string().min(1).max(NAME_LENGTH),
  /** Of the file `logo.png`, in pixels. */
  width: z.int().min(1),
  height: z.int().min(1),
})
export type SitePicture = z.output<typeof SitePicture>

/** The name of a picture from its file's name: without folders, ending and control characters. */
export function sitePictureName(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  const name = base
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/\p{C}/gu, '')
    .trim()
  return name.slice(0, NAME_LENGTH) || 'Picture'
}
