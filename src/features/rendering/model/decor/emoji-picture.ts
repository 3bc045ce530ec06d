/**
 * Sizes of an emoji's picture in pixels, largest first, each half of the one before. Engines shrink pictures below half
 * their size differently, so the painter never does.
 */
export const EMOJI_SIZES = [256, 128, 64, 32] as const

/**
 * The version of the emoji pictures: the hash of their font and sizes. It is part of their address, so that caches never
 * expire. `emoji-pictures.test.ts` fails with the new one when the font changes.
 */
export const EMOJI_SET = '8f313a2abf50'

/** An emoji in all of `EMOJI_SIZES`; images of the drawing engine. */
export type EmojiPicture = { readonly images: readonly unknown[] }

/** The loaded pictures, by emoji. */
export type EmojiPictures = ReadonlyMap<string, EmojiPicture>

/** The size of its picture that is drawn for an edge of `px` canvas pixels. @returns an index in `EMOJI_SIZES` */
export function sizeIndexFor(px: number): number {
  const large = EMOJI_SIZES.filter((size) => size >= px).length
  return Math.max(0, large - 1)
}

/** The place of each size in a picture file: side by side, largest first. */
export function sizePlaces(): { readonly x: number; readonly size: number }[] {
  let x = 0
  return EMOJI_SIZES.map((size) => {
    const place = { x, size }
    x += size
    return place
  })
}

/** The address of an emoji's picture: `/fonts/emoji/<set>/1f389.png`. */
export function emojiPath(emoji: string): string {
  return `/fonts/emoji/${EMOJI_SET}/${emojiFile(emoji)}`
}

/** The file name of an emoji: its code points in hexadecimal. */
export function emojiFile(emoji: string): string {
  return `${[...emoji].map((character) => character.codePointAt(0)?.toString(16)).join('-')}.png`
}

/** The emoji of a file name; undefined if the name has another form. */
export function emojiOfFile(file: string): string | undefined {
  if (!/^[\da-f]{2,6}(?:-[\da-f]{2,6}){0,15}\.png$/.test(file)) return undefined
  const points = file
    .slice(0, -'.png'.length)
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}
