import { levelFor } from '#platform/shared/picture-levels.ts'
import { type EmojiPicture, sizeIndexFor } from './emoji-picture.ts'

/** A picture of an account: its levels, largest first, and the size of the largest, in pixels. */
type AccountPicture = EmojiPicture & { readonly width: number; readonly height: number }

/** The picture of an emoji, which is square, or one of an account. */
export type DecorPicture = EmojiPicture | AccountPicture

/** The loaded pictures: by emoji, and by the id of a picture. */
export type DecorPictures = ReadonlyMap<string, DecorPicture>

/** A picture as large as fits a square, in whole pixels. */
export type FittedPicture = { readonly image: unknown; readonly width: number; readonly height: number }

/**
 * Fits a picture into a square.
 * @param edge of the square, in pixels of the frame
 * @param scale canvas pixels per pixel of the frame
 */
export function fittedIn(picture: DecorPicture, edge: number, scale: number): FittedPicture {
  if (!('width' in picture)) return { image: picture.images[sizeIndexFor(edge * scale)], width: edge, height: edge }
  const { images, width, height } = picture
  const longer = Math.max(width, height)
  const side = (length: number) => Math.max(1, Math.round((edge * length) / longer))
  return { image: images[levelFor(picture, edge * scale)], width: side(width), height: side(height) }
}
