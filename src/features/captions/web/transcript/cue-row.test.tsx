import { onTestFinished, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { documentOf } from '../../../../../tests/support/captions.ts'
// The product's styles.
import '../../../../../tests/support/web.tsx'
import { cuesOf } from '../../model/index.ts'
import { CueRow } from './cue-row.tsx'

/** Text of any size: WCAG 2.2, 1.4.3. */
const READABLE = 4.5

test.each(['dark', 'light'])('%s: keeps a keyword readable when found, selected, spoken or hovered', async (theme) => {
  document.documentElement.dataset['theme'] = theme
  onTestFinished(() => void delete document.documentElement.dataset['theme'])
  const { word, show } = await start()
  const contrasts: Record<string, number> = {}
  for (const mouse of ['away', 'over it'] as const) {
    await (mouse === 'away' ? userEvent.unhover(word) : userEvent.hover(word))
    await expect.poll(() => word.matches(':hover')).toBe(mouse === 'over it')
    for (const state of ROW_STATES) {
      await show(state)
      contrasts[JSON.stringify({ mouse, ...state })] = contrastOf(word)
    }
  }
  expect(Object.keys(contrasts)).toHaveLength(24)
  expect(Object.entries(contrasts).filter(([, contrast]) => contrast < READABLE)).toEqual([])
})

test('a word looks different selected, spoken, and both, also without colour', async () => {
  const { word, show } = await start()
  const shapes: string[] = []
  for (const [selected, spoken] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    await show({ found: 'no', selected, spoken })
    const { borderBottomLeftRadius, boxShadow, backgroundColor } = getComputedStyle(word)
    // Inside, a shadow in the colour of the background cannot be seen.
    const isUnseen = boxShadow.includes('inset') && boxShadow.includes(backgroundColor)
    shapes.push(`${borderBottomLeftRadius} ${isUnseen ? 'none' : boxShadow.replaceAll(/\w+\([^)]*\)/g, '')}`)
  }
  expect(new Set(shapes).size, shapes.join('; ')).toBe(4)
})

type RowState = { found: 'no' | 'match' | 'current'; selected: boolean; spoken: boolean }
const ROW_STATES: readonly RowState[] = (['no', 'match', 'current'] as const).flatMap((found) =>
  [false, true].flatMap((selected) => [false, true].map((spoken) => ({ found, selected, spoken }))),
)

/** A caption of one keyword on the background of a transcript. */
async function start() {
  const doc = documentOf('never')
  const words = doc.words.map((each) => ({ ...each, tags: ['keyword' as const] }))
  const [cue] = cuesOf(doc)
  if (cue === undefined) throw new Error('no caption')
  const row = { cue, words, t0: 0, t1: 300 }
  const ids = words.map(({ id }) => id)
  const caption = ({ found, selected }: Pick<RowState, 'found' | 'selected'>) => (
    <ol className="bg-surface">
      <CueRow
        row={row}
        place={null}
        count={null}
        tabId={null}
        selectedFrom={selected ? 0 : -1}
        selectedTo={selected ? 0 : -1}
        commented={null}
        speakers={null}
        speakerBefore={undefined}
        coveredBy={null}
        lowContrast={null}
        marks={null}
        found={found === 'no' ? null : new Map(ids.map((id) => [id, found]))}
        suggestions={null}
        typing={null}
      />
    </ol>
  )
  const { rerender } = await render(caption({ found: 'no', selected: false }))
  const word = page.getByRole('button', { name: 'never' }).element()
  return {
    word,
    async show({ spoken, ...state }: RowState) {
      await rerender(caption(state))
      // Like `useSpokenWord`.
      word.toggleAttribute('data-current', spoken)
      await Promise.allSettled(word.getAnimations().map(({ finished }) => finished))
    },
  }
}

/** Contrast ratio of an element's letters and their background, 1 to 21 (WCAG 2.2). */
function contrastOf(element: Element): number {
  const grounds: string[] = []
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    grounds.unshift(getComputedStyle(at).backgroundColor)
  const behind = luminanceOf(grounds)
  const letters = luminanceOf([...grounds, getComputedStyle(element).color])
  return (Math.max(behind, letters) + 0.05) / (Math.min(behind, letters) + 0.05)
}

/** Luminance of colours over one another, as the browser blends them. */
function luminanceOf(colors: readonly string[]): number {
  const drawing = new OffscreenCanvas(1, 1).getContext('2d')
  if (drawing === null) throw new Error('nothing can be drawn')
  for (const color of ['white', ...colors]) {
    drawing.fillStyle = color
    drawing.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = Array.from(drawing.getImageData(0, 0, 1, 1).data, (channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
