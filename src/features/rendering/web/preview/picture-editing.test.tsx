import { useLayoutEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { type CaptionDocument, cuesOf, type PictureLayout } from '#features/captions/model/index.ts'
import { nearestTemplate } from '#features/templates/model/index.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor } from '../../../../../tests/support/editor.tsx'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import { evenFrame, sceneOf, trackOf } from '../../model/index.ts'
import { pictureLayoutOf } from './picture-layout.ts'

afterEach(() => localStorage.clear())

test('moves all captions by arrow keys: one edit for a run of keys, and one undo', async () => {
  const { server } = await start()
  pressAtOnce(caption().element(), [{}, {}, { shiftKey: true }, { altKey: true }], 'ArrowUp')
  await expect.element(caption()).toHaveAccessibleName(/“never lose a word again.”, position 50% across, 60.9% down/)
  await sent(() => server.document.styles).toEqual({ main: { layout: { y: 0.609 } } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(caption()).toHaveAccessibleName(/50% across, 68% down/)
  await sent(() => server.document.styles['main']?.layout).toBeUndefined()
})

test('at the edge of the picture, a key back moves a caption at once', async () => {
  const { server } = await start()
  pressAtOnce(
    caption().element(),
    Array.from({ length: 12 }, () => ({ shiftKey: true })),
    'ArrowDown',
  )
  const lowest = () => Number(/([\d.]+)% down/.exec(caption().element().getAttribute('aria-label') ?? '')?.[1])
  await expect.poll(lowest).toBeGreaterThan(85)
  const edge = lowest()
  pressAtOnce(caption().element(), [{}], 'ArrowUp')
  await expect.poll(lowest).toBeLessThan(edge)
  await sent(() => server.document.styles['main']?.layout?.y).toBeCloseTo(edge / 100 - 0.01, 3)
})

test('moves one caption alone when asked to, and Delete resets its place', async () => {
  const { server } = await start()
  caption().element().focus()
  await page.getByRole('toolbar').getByRole('radio', { name: 'This caption' }).click({ force: true })
  caption().element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  await sent(() => placesOf(server)).toEqual([{ x: 0.51, y: 0.69 }, undefined])
  await userEvent.keyboard('{Delete}')
  await sent(() => placesOf(server)).toEqual([undefined, undefined])
})

test('frames a caption that is being styled once its letters are painted', async () => {
  await start()
  const size = page.getByRole('slider', { name: 'Size' })
  await expect.element(size).toBeVisible()
  await boxAtRest()
  const input = size.element()
  if (!(input instanceof HTMLInputElement)) throw new Error('no slider')
  const frame = caption().element()
  for (const step of [1, 2]) {
    const [before, layouts] = [frame.getAttribute('style'), countLayouts]
    input.stepUp(step)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    // Without a pause, nothing was painted in between.
    expect(countLayouts).toBe(layouts + 1)
    expect(frame.getAttribute('style')).toBe(before)
    await expect.poll(() => frame.getAttribute('style')).not.toBe(before)
  }
})

test('drags a caption onto the guides as one edit', async () => {
  const { server } = await start()
  await drag({ x: 0.51, y: 0.33 })
  await sent(() => server.document.styles['main']?.layout?.y).toBeCloseTo(1 / 3, 3)
  expect(server.document.styles['main']?.layout?.x).toBeUndefined()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Undone: move the captions')).toBeInTheDocument()
  await sent(() => server.document.styles['main']?.layout).toBeUndefined()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
})

test('resizes the maximum width by keys', async () => {
  const { server } = await start()
  caption().element().focus()
  const width = page.getByRole('slider', { name: 'Maximum caption width' })
  await expect.element(width).toHaveAttribute('aria-valuetext', '86%')
  pressAtOnce(width.element(), [{ shiftKey: true }, {}], 'ArrowLeft')
  await expect.element(width).toHaveAttribute('aria-valuetext', '80%')
  await sent(() => server.document.styles).toEqual({ main: { layout: { width: 0.8 } } })
})

test('edits the text where it stands: Enter keeps it, Escape does not', async () => {
  const { server } = await start()
  caption().element().focus()
  await userEvent.keyboard('{Enter}')
  const field = page.getByRole('textbox', { name: 'Caption text' })
  await expect.element(field).toHaveFocus()
  await field.fill('never lose one word again')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  expect(server.text()).toContain('never lose a word again')
  await caption().dblClick()
  await field.fill('never lose one word again')
  await userEvent.keyboard('{Enter}')
  await sent(() => server.text()).toContain('never lose one word again')
})

test('keeps an edit of the same caption by somebody else as a conflict', async () => {
  const { server } = await start()
  caption().element().focus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('textbox', { name: 'Caption text' }).fill('never lose one word again')
  server.changeElsewhere([{ type: 'setWordText', id: server.document.words[2]?.id ?? '', text: 'that' }])
  await expect.element(page.getByRole('button', { name: 'that', exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  const conflict = page.getByRole('status').filter({ hasText: 'Ana changed “a” to “that”' })
  await expect.element(conflict).toHaveTextContent('Ana changed “a” to “that” while you changed it to “one”.')
  await page.getByRole('button', { name: 'Keep mine: “one”' }).click()
  await sent(() => server.text()).toContain('never lose one word again')
})

test('remembers what dragging moves, and the safe zone', async () => {
  await start()
  caption().element().focus()
  await page.getByRole('toolbar').getByRole('radio', { name: 'This caption' }).click({ force: true })
  await chooseZone('tiktok')
  await expect.element(page.getByRole('img', { name: 'Safe zone of TikTok' })).toBeVisible()
  await start()
  await expect.element(page.getByRole('img', { name: 'Safe zone of TikTok' }).first()).toBeVisible()
})

test('counts captions in a safe zone, and moves them to a safe place', async () => {
  const { server } = await start({ y: 0.9 })
  await chooseZone('tiktok')
  await expect.element(page.getByText('2 captions run into TikTok’s controls.')).toBeVisible()
  await page.getByRole('button', { name: 'Move to a safe place' }).click()
  await expect.element(page.getByText('No caption runs into TikTok’s controls.')).toBeVisible()
  await sent(() => server.document.styles['main']?.layout?.y).toBeLessThan(0.78)
})

test('marks covered captions in the transcript, and moves one alone to a free place', async () => {
  const { server } = await start({ y: 0.9 })
  const badges = page.getByRole('button', { name: 'Runs into the controls of TikTok: move it to a free place' })
  expect(badges.elements()).toEqual([])
  await chooseZone('tiktok')
  await expect.poll(() => badges.elements().length).toBe(2)
  await userEvent.keyboard('{Escape}')
  await badges.nth(1).click()
  await sent(() => placesOf(server)[1]?.y).toBeLessThan(0.78)
  expect(placesOf(server)[0]).toBeUndefined()
  await expect.poll(() => badges.elements().length).toBe(1)
  await chooseZone('none')
  await expect.poll(() => badges.elements().length).toBe(0)
})

test('a caption moved to a free place by a key keeps the focus, and gets the next key', async () => {
  const { server } = await start({ y: 0.9 })
  await chooseZone('tiktok')
  await userEvent.keyboard('{Escape}')
  const badges = page.getByRole('button', { name: 'Runs into the controls of TikTok: move it to a free place' })
  await expect.poll(() => badges.elements().length).toBe(2)
  const badge = badges.elements()[1]
  if (!(badge instanceof HTMLElement)) throw new Error('no badge')
  badge.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => badges.elements().length).toBe(1)
  await expect.element(page.getByRole('button', { name: 'when', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Backspace}')
  await sent(() => server.text()).toBe('never lose a word again. two people edit.')
})

test('offers only the safe zones of the shape of the video', async () => {
  await start({ w: 1_920, h: 1_080 })
  await page.getByRole('button', { name: 'Safe zones' }).click()
  const options = page.getByRole('combobox', { name: 'Show the controls of' }).element().textContent
  expect(options).toBe('No appYouTubeLinkedInX')
})

test('lets a viewer see safe zones, and move nothing', async () => {
  await start({ access: 'viewer' })
  await expect.element(page.getByRole('button', { name: 'Safe zones' })).toBeVisible()
  await expect.element(caption()).not.toBeInTheDocument()
})

type Start = { y?: number; w?: number; h?: number; access?: 'viewer' }

/** An editor with two captions, laid out by the real scene in letters of one width. */
async function start({ y, w = 1_080, h = 1_920, access }: Start = {}) {
  const made = documentOf('never lose a word again. when two people edit.')
  const server = new CaptionServer({
    ...made,
    media: { ...made.media, w, h },
    ...(y !== undefined && { styles: { main: { layout: { y } } } }),
  })
  if (access !== undefined) server.access = access
  await showEditor(server, { preview: (slot) => <Layout {...slot} /> })
  await expect.element(page.getByRole('button', { name: 'Safe zones' }).last()).toBeVisible()
  return { server }
}

/** Presses a key several times before anything is laid out again, as a held key on a slow machine. */
function pressAtOnce(target: Element, presses: readonly KeyboardEventInit[], key: string) {
  for (const held of presses) target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...held }))
}

type Slot = { readonly document: CaptionDocument; onLayout?(layout: PictureLayout): void }

let countLayouts = 0

function Layout({ document, onLayout }: Slot) {
  useLayoutEffect(() => {
    countLayouts += 1
    const inputs = { track: trackOf(document), template: nearestTemplate(document.template) }
    onLayout?.(pictureLayoutOf(sceneOf({ ...inputs, frame: evenFrame(document.media), context: evenLetters() })))
  }, [document, onLayout])
  return null
}

function caption() {
  return page.getByRole('group', { name: /^Caption “/ })
}

/** The box of the caption once it no longer moves: the page around the picture may still be loading. */
async function boxAtRest(): Promise<DOMRect> {
  await expect.element(caption()).toBeVisible()
  let before = ''
  const isAtRest = async () => {
    // Panes correct their sizes in the frame that first shows them.
    await wholeFrame()
    const { x, y, width, height } = caption().element().getBoundingClientRect()
    const now = [x, y, width, height].join(' ')
    const isSame = now === before
    before = now
    return isSame && document.elementFromPoint(x + width / 2, y + height / 2) === caption().element()
  }
  await expect.poll(isAtRest).toBe(true)
  return caption().element().getBoundingClientRect()
}

/** Resolves once a whole frame is laid out. */
function wholeFrame() {
  return new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/** Drags the caption by its centre to a point of the picture, as fractions. */
async function drag(to: { x: number; y: number }) {
  const box = await boxAtRest()
  const picture = document.querySelector('[data-picture]')?.getBoundingClientRect() ?? new DOMRect()
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    cdp().send('Input.dispatchMouseEvent', {
      type,
      x: frame.x + x,
      y: frame.y + y,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
    })
  const [x, y] = [picture.x + to.x * picture.width, picture.y + to.y * picture.height]
  await mouse('mousePressed', box.x + box.width / 2, box.y + box.height / 2)
  await mouse('mouseMoved', x, y + 20)
  // On a busy machine the first movement comes before the press is handled.
  const countGuides = async () => {
    await mouse('mouseMoved', x, y)
    return document.querySelectorAll('[data-guide]').length
  }
  try {
    await expect.poll(countGuides).toBe(2)
  } finally {
    await mouse('mouseReleased', x, y)
  }
}

async function chooseZone(id: string) {
  await page
    .getByRole('button', { name: /^Safe zones/ })
    .last()
    .click()
  await page.getByRole('combobox', { name: 'Show the controls of' }).selectOptions(id)
}

function placesOf({ document }: CaptionServer) {
  return cuesOf(document).map(({ place }) => place)
}
