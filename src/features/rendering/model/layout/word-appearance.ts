import type { EmphasisTag, Look } from '#features/templates/model/index.ts'
import type { Rect } from '#platform/shared/rect.ts'
import type { FontFace } from '../fonts/fonts.ts'
import type { InkDecoration } from './ink-decoration.ts'

/** The look of a word that has a style of its own, with the font files for it. */
export type OwnLook = {
  readonly look: Look
  readonly faces: readonly FontFace[]
  readonly tagFaces: TagFaces
  /** The fields of the look that the word's styles set, beyond those of its caption. */
  readonly fields: readonly string[]
}

/** Font files for words with tags, by the tags that have a look. */
export type TagFaces = Readonly<Partial<Record<EmphasisTag, readonly FontFace[]>>>

/** A box behind one word, on whole pixels. */
export type WordBox = {
  readonly rect: Rect
  readonly color: string
  readonly radius: number
  /** Its rotation about the centre of its word, clockwise in radians; most boxes stand upright. */
  readonly tilt: number
  /** What it covers. */
  readonly bounds: Rect
}

/** The appearance of a word that has a style of its own. */
export type WordStyle = {
  readonly look: Look
  readonly decoration: InkDecoration
  /** Null without a box of its own, and for all but the first part of a word. */
  readonly box: WordBox | null
}
