import type { Look } from '#features/templates/model/index.ts'
import type { Decoration } from './decoration.ts'
import type { Layout } from './layout.ts'
import type { Rect } from '#platform/shared/rect.ts'

/** What is on screen at once, laid out. Pages are in order and do not overlap. */
export type ScenePage = Layout & {
  readonly fromMs: number
  readonly toMs: number
  readonly fresh: boolean
  readonly look: Look
  readonly decoration: Decoration
  /** The accent colour whose turn it is. */
  readonly accent: string
  /** Everything the page may ever cover while it moves. */
  readonly reach: Rect
}
