import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Answers, answerRequests, Site } from '../../../../../tests/support/web.tsx'
import type { PaintWords } from './banner.ts'
import { AffiliateMaterialsPage } from './materials-page.tsx'

const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com', photo: null, plan: 'free' }
const AFFILIATE = { referralCode: 'A1B2C3D4', referralUsername: 'dana', displayName: 'Dana' }

test('G3: every text to share has the link and discloses the commission', async () => {
  await open()
  for (const label of ['For a description', 'For a post', 'To say in a video']) {
    const field = page.getByRole('textbox', { name: label })
    await expect.element(field).toHaveValue(expect.stringMatching(/\/dana\b/))
    await expect.element(field).toHaveValue(expect.stringMatching(/I earn a commission/))
  }
})

test('offers a QR code and a banner in each format', async () => {
  await open()
  const code = page.getByRole('img', { name: 'QR code of /dana' })
  await expect.element(code).toBeVisible()
  await expect.poll(() => modulesAcross(code.element())).toBe(21 + 2 * 4)
  await expect
    .element(page.getByRole('link', { name: 'Download QR code' }))
    .toHaveAttribute('download', 'wordpop-dana-qr.svg')
  await expect.element(page.getByRole('img', { name: 'Banner with /dana' }).nth(2)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Story, 1080 × 1920' })).toBeVisible()
})

test('G3: the caption painter paints each banner; a failed banner cannot be downloaded', async () => {
  const painted: string[] = []
  await open({}, async (_context, { width, height, lines }) => {
    if (height === 1920) throw new Error('no font')
    painted.push(`${width} × ${height}: ${lines.flat().join(' ')}`)
  })
  await expect
    .poll(() => painted.toSorted())
    .toEqual(['1080 × 1080: Captions that hit every word', '1200 × 630: Captions that hit every word'])
  await expect.element(page.getByRole('alert')).toMatchTextContent('We couldn’t create this picture.')
  await expect.element(page.getByRole('button', { name: 'Story, 1080 × 1920' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Wide, 1200 × 630' })).toBeEnabled()
})

test('aligns the banners of all formats and their buttons', async () => {
  await page.viewport(1280, 800)
  await open()
  await expect.element(page.getByRole('button', { name: 'Story, 1080 × 1920' })).toBeVisible()
  const items = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Banner with /dana' }) })
  const boxes = items.elements().map((item) => {
    const [frame, button] = [item.firstElementChild, item.querySelector('button')]
    return [frame, button].map((part) => {
      const { top, bottom } = part?.getBoundingClientRect() ?? new DOMRect()
      return [Math.round(top), Math.round(bottom)]
    })
  })
  expect(boxes).toHaveLength(3)
  expect(boxes[1]).toEqual(boxes[0])
  expect(boxes[2]).toEqual(boxes[0])
})

test('a clip in progress says so; a finished one plays and can be downloaded', async () => {
  await open({ 'affiliate-clips/karaoke.mp4': new Response(null, { status: 206 }) })
  await expect.element(page.getByLabelText('Sample clip: Karaoke')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Karaoke' }))
    .toHaveAttribute('download', 'wordpop-dana-karaoke.mp4')
  await expect.element(page.getByText('Follow pill is being created. This takes a few seconds.')).toBeVisible()
})

const BEING_MADE = Object.fromEntries(
  ['karaoke', 'follow-pill', 'one-word-pop'].map((id) => [
    `affiliate-clips/${id}.mp4`,
    new Response(null, { status: 202 }),
  ]),
)

async function open(answers: Answers = {}, paintWords: PaintWords = async () => {}) {
  answerRequests({ 'accounts/me': DANA, 'referrals/affiliate': AFFILIATE, ...BEING_MADE, ...answers })
  await render(
    <Site path="/affiliate/materials">
      <AffiliateMaterialsPage paintWords={paintWords} />
    </Site>,
  )
}

/** The modules in a row of a QR code at 16 pixels each, with the quiet zone; 0 until it is loaded. */
function modulesAcross(picture: Element): number {
  if (!(picture instanceof HTMLImageElement) || picture.naturalWidth === 0) return 0
  return Number(/viewBox="0 0 (\d+) /.exec(decodeURIComponent(picture.src))?.[1]) / 16
}
