import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { editorOf, sent } from '../../../../../tests/support/editor.tsx'
import type { BrandKitRef } from '../../model/index.ts'
import { EditorBrand, NO_BRAND } from '../store/editor-brand.ts'

const panel = page.getByRole('region', { name: 'Brand kit' })
const follows = panel.getByRole('switch', { name: 'Follow the brand kit', exact: false })
const RED = { fill: { upcoming: '#ff0000' } }
const KIT: BrandKitRef = { id: 'kit', revision: 2, style: { patch: RED } }

test('follows the kit, and stops, each as one edit that undo takes back', async () => {
  const { api } = await open()
  await expect.element(follows).toHaveAttribute('aria-checked', 'false')
  await follows.click()
  await sent(() => api.document.brandKit?.revision).toBe(2)
  expect(api.document.styles).toMatchObject({ main: RED })
  await expect.element(panel.getByText('This video looks like its brand kit.')).toBeVisible()
  await follows.click()
  await sent(() => api.document.brandKit).toBeUndefined()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(follows).toHaveAttribute('aria-checked', 'true')
})

test('names what was changed in the video, and takes the kit’s look back', async () => {
  const patch = { fill: { upcoming: '#00ff00' }, font: { size: 0.05 } }
  const { api } = await open({ brandKit: KIT, styles: { main: patch } })
  await expect.element(panel.getByText('Changed here: text colour, size.')).toBeVisible()
  await panel.getByRole('button', { name: 'Use the kit’s look' }).click()
  await sent(() => api.document.styles['main']).toEqual(RED)
})

test('offers to update a video with an earlier revision of the kit', async () => {
  const earlier = { id: 'kit', revision: 1, style: { patch: {} } }
  const { api } = await open({ brandKit: earlier })
  await panel.getByRole('button', { name: 'Update this video' }).click()
  await sent(() => api.document.styles['main']).toEqual(RED)
  await expect.element(panel.getByText('The brand kit has changed')).not.toBeInTheDocument()
})

test('gives title and card the kit’s look back, and a new title gets it too', async () => {
  const title = { durationMs: 400, patch: RED }
  const style = { title, closing: { text: 'Follow @acme', durationMs: 500 } }
  const { api } = await open({
    brandKit: { ...KIT, style },
    overlays: { title: { text: 'Three myths', t0: 100, t1: 900 } },
  })
  await expect.element(panel.getByText('Changed here: title, closing card.')).toBeVisible()
  await panel.getByRole('button', { name: 'Use the kit’s look' }).click()
  const mine = { title: { text: 'Three myths', t0: 0, t1: 400, styleId: 'overlay-title' }, closing: style.closing }
  await sent(() => api.document.overlays).toEqual(mine)
  const titles = page.getByRole('switch', { name: 'Title', exact: false })
  await titles.click()
  await titles.click()
  await sent(() => api.document.overlays?.title).toEqual({ ...mine.title, text: 'Your title' })
})

async function open(changed: Partial<CaptionServer['document']> = {}) {
  const api = new CaptionServer({ ...documentOf('never lose a word'), ...changed })
  await render(<EditorBrand value={{ ...NO_BRAND, followed: KIT }}>{editorOf(api)}</EditorBrand>)
  await expect.element(panel).toBeVisible()
  return { api }
}
