import { expect } from '@playwright/test'
import { logoPng } from '../support/logos.ts'
import { expectSaved, exportVideo, previewAt } from './editor.ts'
import { boxOfColour, type ColourBox, frameAt } from './exported-file.ts'
import { test } from './journey.ts'
import { openCaptioned } from './sample.ts'

const COLOUR = '#ff00c8'
const RGB = [255, 0, 200] as const
/** Encoding halves the resolution of colours. */
const TOLERANCE = 70

test('adds a logo, moves it on the video, and finds it in the file', async ({ page, sample, complaints }, testInfo) => {
  complaints.allow(/415 \(Unsupported Media Type\)/)
  await openCaptioned(page, sample)
  await page.getByRole('tab', { name: 'Style' }).click()
  const panel = page.getByRole('region', { name: 'Title and end' })
  const file = panel.getByLabel('Add a logo')

  await test.step('an SVG is refused in one sentence', async () => {
    await file.setInputFiles({ name: 'acme.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg></svg>') })
    await expect(panel).toContainText('SVG logos cannot be used. Export yours as PNG')
  })

  await test.step('a PNG appears on the video', async () => {
    const buffer = logoPng({ width: 400, height: 400, color: COLOUR })
    await file.setInputFiles({ name: 'Acme.png', mimeType: 'image/png', buffer })
    await expect(panel.getByRole('radio', { name: 'Use Acme' })).toBeChecked()
    await expect.poll(async () => (await logoAt(page, 200)).pixels).toBeGreaterThan(0)
    const { left, top } = await logoAt(page, 200)
    expect(left).toBeGreaterThan(0.5)
    expect(top).toBeLessThan(0.2)
  })

  await test.step('it moves to the lower left corner and grows', async () => {
    const before = widthOf(await logoAt(page, 200))
    await panel.getByTitle('Bottom left').click()
    await panel.getByRole('slider', { name: 'Size' }).fill('40')
    await expectSaved(page)
    await expect.poll(async () => widthOf(await logoAt(page, 200))).toBeGreaterThan(before * 1.5)
    expect((await logoAt(page, 200)).left).toBeLessThan(0.2)
  })

  await test.step('the file shows it where the preview does', async () => {
    const shown = await logoAt(page, 200)
    await page.getByRole('tab', { name: 'Export' }).click()
    const path = await exportVideo(page, testInfo.outputPath('logo.mp4'))
    for (const tMs of [200, 1_000]) {
      const found = boxOfColour(await frameAt(path, tMs, { width: 270, height: 480 }), RGB, TOLERANCE)
      expect(found.pixels).toBeGreaterThan(100)
      for (const edge of ['left', 'right', 'top', 'bottom'] as const)
        expect(Math.abs(found[edge] - shown[edge]), edge).toBeLessThan(0.02)
    }
  })

  await test.step('a removed logo is missing, until it comes back', async () => {
    await page.getByRole('tab', { name: 'Style' }).click()
    await panel.getByRole('button', { name: 'Remove Acme' }).click()
    await expect(panel).toContainText('This logo is missing')
    await expect.poll(async () => (await logoAt(page, 200)).pixels).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(panel.getByRole('radio', { name: 'Use Acme' })).toBeChecked()
    await expect.poll(async () => (await logoAt(page, 200)).pixels).toBeGreaterThan(100)
  })
})

async function logoAt(page: Parameters<typeof previewAt>[0], tMs: number): Promise<ColourBox> {
  return boxOfColour(await previewAt(page, tMs), RGB, TOLERANCE)
}

function widthOf({ left, right }: ColourBox): number {
  return right - left
}
