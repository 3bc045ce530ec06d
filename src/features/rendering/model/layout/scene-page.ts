import type { Look } from '#features/templates/model/index.ts'
import type { PlacedDecor } from '../decor/decor.ts'
import type { Decoration } from './decoration.ts'
import type { Layout } from './layout.ts'
import type { Rect } from '#platform/shared/rect.ts'

/** The laid-out words on screen at once. Pages are in order and do not overlap. */
export type ScenePage = Layout & {
  readonly fromMs: number
  readonly toMs: number
  readonly fresh: boolean
  readonly leaves: boolean
  /** Number of the caption, for looks that alternate; else 0. */
  readonly turn: number
  readonly look: Look
  readonly decoration: Decoration
  /** Emoji of its words, in drawing order. */
  readonly decor: readonly PlacedDecor[]
  /** The accent colour of this caption. */
  readonly accent: string
  /** The bounds of the page throughout its movement. */
  readonly reach: Rect
}
