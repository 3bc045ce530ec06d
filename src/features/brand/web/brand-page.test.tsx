import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, type Answers, refusal, Site } from '../../../../tests/support/web.tsx'
import { BrandPage } from './index.ts'
import type { DrawPicture } from './kit-texts.tsx'
import { LogoPicture } from './logo-picture.tsx'

const LOGO = {
  id: '0a000000-0000-4000-8000-000000000001',
  name: 'Acme white',
  width: 100,
  height: 40,
  sizeBytes: 900,
  createdAt: '2026-11-25T10:00:00Z',
}
const EMPTY = {
  colors: [],
  templateId: null,
  patch: null,
  logo: null,
  title: null,
  closing: null,
  isFollowedByNew: true,
}
const NOBODY = { following: 0, behind: 0, restyle: null }

test('an empty kit says what each part is for', async () => {
  await open()
  await expect.element(page.getByText('No logo yet.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('No colours yet.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('No fonts yet.', { exact: false })).toBeVisible()
})

test('saves the chosen logo with its place, as one change', async () => {
  const saved = await open({ 'brand/logos': { logos: [LOGO] } })
  await choose(page.getByRole('radio', { name: 'Use Acme white' }))
  await choose(page.getByRole('radio', { name: 'Bottom', exact: true }))
  await page.getByRole('slider', { name: 'Size' }).fill('35')
  const logo = { id: LOGO.id, anchor: 'bottom', size: 0.35, margin: 0.05, opacity: 1 }
  await expect.poll(saved).toEqual({ json: { ...EMPTY, logo } })
  await expect.element(page.getByText('Saved')).toBeVisible()
})

test('saves colours and the first template', async () => {
  const saved = await open()
  await page.getByRole('button', { name: 'Add to brand kit' }).click()
  await page.getByRole('combobox', { name: 'Template' }).selectOptions('Bounce')
  await expect.poll(saved).toEqual({
    json: { ...EMPTY, colors: ['#ff5c38'], templateId: 'bounce' },
  })
})

test('a change keeps those before it, although an earlier kit arrives in between', async () => {
  const [reading, saving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let kit: unknown = { ...EMPTY, follow: null }
  let [reads, saves] = [0, 0]
  const saved = await open({
    'brand/kit': async () => {
      const read = kit
      reads += 1
      if (reads === 2) await reading.promise
      return read
    },
    'brand/saveKit': async ({ json }: { json: unknown }) => {
      saves += 1
      if (saves === 2) await saving.promise
      kit = json
      return kit
    },
  })
  await page.getByRole('button', { name: 'Add to brand kit' }).click()
  await expect.poll(() => reads).toBe(2)
  await page.getByRole('combobox', { name: 'Template' }).selectOptions('Bounce')
  await expect.poll(() => saves).toBe(2)
  reading.resolve()
  await painted()
  await page.getByRole('switch', { name: 'Titles follow the kit', exact: false }).click()
  saving.resolve()
  await expect.poll(() => saves).toBe(3)
  expect(saved()).toMatchObject({ json: { colors: ['#ff5c38'], templateId: 'bounce' } })
})

test('saves a look for titles, which keep their own text unless the kit has one', async () => {
  const saved = await open()
  await page.getByRole('switch', { name: 'Titles follow the kit', exact: false }).click()
  const part = page.getByRole('region', { name: 'Title', exact: true })
  await expect.element(part.getByText('A title of this video, no card')).toBeVisible()
  await part.getByRole('slider', { name: 'Size' }).fill('7')
  await part.getByRole('slider', { name: 'Position from the top' }).fill('30')
  const title = { durationMs: 3_000, patch: { font: { size: 0.07 } }, place: { y: 0.3 } }
  await expect.poll(saved).toEqual({ json: { ...EMPTY, title } })
  await part.getByRole('textbox', { name: 'Text in every video' }).fill('Weekly')
  await expect.element(part.getByText('Weekly, no card')).toBeVisible()
  await expect.poll(saved).toEqual({ json: { ...EMPTY, title: { ...title, text: 'Weekly' } } })
  await page.getByRole('switch', { name: 'Titles follow the kit', exact: false }).click()
  await expect.poll(saved).toEqual({ json: EMPTY })
})

test('saves the closing card of every video', async () => {
  const saved = await open()
  await page.getByRole('switch', { name: 'Closing card in every video', exact: false }).click()
  const part = page.getByRole('region', { name: 'Closing card' })
  await part.getByRole('textbox', { name: 'Text' }).fill('Follow @acme')
  await part.getByRole('switch', { name: 'Cover the video' }).click()
  await expect.element(part.getByText('no title, Follow @acme')).toBeVisible()
  await expect.poll(saved).toEqual({ json: { ...EMPTY, closing: { text: 'Follow @acme', durationMs: 2_500 } } })
})

test.each([
  [300, 300],
  [1_024, 200],
  [120, 700],
])('a logo of %i × %i keeps its shape in a wide box, as large as fits', async (width, height) => {
  const { container } = await render(
    <LogoPicture source="data:," width={width} height={height} className="h-16 w-40" />,
  )
  const { a = 0, d = 0 } = container.querySelector<SVGSVGElement>('svg svg')?.getScreenCTM() ?? {}
  expect(a).toBeCloseTo(d, 3)
  expect(a).toBeCloseTo(Math.min(160 / width, 64 / height), 3)
})

test('a kit that failed to load says why and can be retried', async () => {
  await open({ 'brand/kit': refusal(503, 'unavailable', 'The server is busy.') })
  await expect.element(page.getByText('The server is busy.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('offers to restyle the videos with an earlier look, with their number', async () => {
  const waiting = { ...NOBODY, following: 3, behind: 2 }
  let followers: unknown = waiting
  await openWith({
    'brand/followers': () => followers,
    'brand/restyle': () => (followers = { ...waiting, restyle: { ...RESTYLE, state: 'running' } }),
  })
  await expect.element(page.getByText('3 videos follow the kit. 2 of them have an earlier look.')).toBeVisible()
  await page.getByRole('button', { name: 'Restyle 2 videos' }).click()
  await expect.element(page.getByRole('progressbar', { name: 'Restyling your videos' })).toBeVisible()
  await expect.element(page.getByText('1 of 2 videos')).toBeVisible()
})

test('a running restyling can be cancelled', async () => {
  const running = { following: 2, behind: 1, restyle: { ...RESTYLE, state: 'running' } }
  const cancelled = { following: 2, behind: 1, restyle: { ...RESTYLE, state: 'cancelled' } }
  let followers: unknown = running
  await openWith({
    'brand/followers': () => followers,
    'brand/cancelRestyle': () => (followers = cancelled),
  })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect
    .element(page.getByText('Cancelled. 1 video restyled. 2 videos follow the kit. 1 of them has an earlier look.'))
    .toBeVisible()
})

test('says how many videos were restyled and keep changes of their own', async () => {
  await openWith({
    'brand/followers': {
      following: 5,
      behind: 0,
      restyle: { state: 'done', total: 5, restyled: 4, keptOwn: 1, skipped: 1 },
    },
  })
  await expect
    .element(page.getByText('4 videos restyled, 1 with changes of its own, 1 left out. 5 videos follow the kit.'))
    .toBeVisible()
})

async function choose(radio: Locator): Promise<void> {
  await expect.element(radio).toBeInTheDocument()
  radio.element().focus()
  await userEvent.keyboard(' ')
}

/** By then the page has received an answer that was given. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/** The texts of title and closing card, as a picture would show them. */
function drawText({ document: { overlays } }: Parameters<DrawPicture>[0]) {
  return `${overlays?.title?.text ?? 'no title'}, ${overlays?.closing?.text ?? 'no card'}`
}

const RESTYLE = { total: 2, restyled: 1, keptOwn: 0, skipped: 0 }

/** @returns reads the last kit that was saved */
async function open(answers: Answers = {}) {
  const { calls } = await openWith(answers)
  return () => calls.findLast(({ name }) => name === 'brand/saveKit')?.input
}

async function openWith(answers: Answers) {
  let kit: unknown = { ...EMPTY, follow: null }
  const { calls } = answerRequests({
    'brand/kit': () => kit,
    'brand/saveKit': ({ json }: { json: unknown }) => {
      kit = json
      return kit
    },
    'brand/followers': NOBODY,
    'brand/logos': { logos: [] },
    'brand/fonts': { fonts: [] },
    ...answers,
  })
  await render(
    <Site path="/brand">
      <BrandPage templates={[{ id: 'bounce', name: 'Bounce' }]} drawPicture={drawText} glossary={<p>Names</p>} />
    </Site>,
  )
  return { calls }
}
