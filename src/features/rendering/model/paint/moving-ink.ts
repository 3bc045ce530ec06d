import { type InkDecoration, inkDecorationOf } from '../layout/ink-decoration.ts'
import type { PlacedWord } from '../layout/layout.ts'
import type { ScenePage } from '../layout/scene-page.ts'
import type { Pose } from './state.ts'

/** The last decoration that moving ink had, by its decoration at the start. */
const lastMoved = new WeakMap<InkDecoration, { readonly inkMs: number; readonly decoration: InkDecoration }>()

/** The ink of a word in a pose; the same object for words of the same ink at the same time. */
export function inkOf(page: ScenePage, word: PlacedWord, { inkMs }: Pose): InkDecoration {
  const { decoration } = word.style ?? page
  if (inkMs === 0) return decoration
  const known = lastMoved.get(decoration)
  if (known?.inkMs === inkMs) return known.decoration
  const moved = inkDecorationOf(word.style?.look ?? page.look, word.own?.em ?? page.em, inkMs)
  lastMoved.set(decoration, { inkMs, decoration: moved })
  return moved
}
