import { hidesUnspoken, isActiveMoving } from '#features/templates/model/index.ts'
import type { PlacedWord } from '../layout/layout.ts'
import type { ScenePage } from '../layout/scene-page.ts'

/** Where a word stands in relation to a moment, which selects its colour; a hidden word is not drawn. */
export type Tone = 'hidden' | 'upcoming' | 'active' | 'spoken'

type PageColors = Pick<ScenePage, 'look' | 'accent'>

/** A word's tone at a moment. Tones that look alike are merged, so that invisible changes cause no redraw. */
export function toneAt(page: PageColors, word: PlacedWord, tMs: number): Tone {
  if (tMs < word.t0) return hidesUnspoken(page.look.animation) ? 'hidden' : 'upcoming'
  const tone = tMs < word.until ? 'active' : 'spoken'
  const look = word.style?.look ?? page.look
  if (look.gradient?.of === 'active') return tone
  return !isActiveMoving(page.look.animation) && colorOf(page, word, tone) === colorOf(page, word, 'upcoming')
    ? 'upcoming'
    : tone
}

/** The colour of a word's letters. */
export function colorOf({ look, accent }: PageColors, word: PlacedWord, tone: Tone): string {
  const { fill, accentActive } = word.style?.look ?? look
  if (word.emphasis !== null && word.emphasis.color !== null) return word.emphasis.color
  if (tone === 'active') return accentActive ? accent : fill.active
  return tone === 'spoken' ? fill.spoken : fill.upcoming
}
