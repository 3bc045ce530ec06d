import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { CaptionDocument } from '#features/captions/model/index.ts'
import type { Picture } from './exported-file.ts'

const Captions = z.object({
  words: z.array(z.object({ id: z.string(), text: z.string(), t0: z.number(), t1: z.number() })),
  tracks: z.array(z.object({ cues: z.array(z.object({ from: z.string(), to: z.string() })) })),
})
type Word = z.output<typeof Captions>['words'][number]

/** The editor's content word by word, from its JSON file. */
export type SavedCaptions = { readonly words: readonly Word[]; readonly lines: readonly (readonly Word[])[] }

/**
 * Records the words shown during transcription: on a fast machine they are visible for less time than between two
 * polls.
 * @returns a function that returns all text shown
 */
export async function noteWordsFound(page: Page): Promise<() => Promise<string>> {
  const notes = await page.evaluateHandle(() => {
    const shown = new Set<string>()
    new MutationObserver(() => {
      // The words are the last paragraph; before the first of them, another says that they are coming.
      const words = document.querySelector('[role=log][aria-label="Words found so far"] > p:last-child')
      if (words !== null) shown.add(words.textContent)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    return shown
  })
  return () => notes.evaluate((shown) => [...shown].join('\n'))
}

/**
 * The words as text; waits until they can be edited: while captions open, edits are ignored. Each word is a button.
 * @param withinMs default 90,000
 */
export async function openTranscript(page: Page, withinMs = 90_000): Promise<Locator> {
  const transcript = page.getByRole('list', { name: 'Transcript' })
  await expect(transcript).toBeVisible({ timeout: withinMs })
  await expect(page.getByText('Opening…', { exact: true })).toBeHidden()
  return transcript
}

/** Double-clicks a word and replaces it. */
export async function correctWord(page: Page, from: Locator, to: string): Promise<void> {
  const text = await from.innerText()
  await from.dblclick()
  const field = page.getByRole('textbox', { name: `Edit “${text}”` })
  await field.fill(to)
  await field.press('Enter')
}

/** Waits until the page says that every edit is saved. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

/** Downloads the lossless caption file and reads it. */
export async function downloadCaptions(page: Page): Promise<SavedCaptions> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^JSON/ }).click()
  const { words, tracks } = Captions.parse(JSON.parse(await readFile(await (await download).path(), 'utf8')))
  const at = new Map(words.map(({ id }, index) => [id, index]))
  const lines = tracks.flatMap(({ cues }) =>
    cues.map(({ from, to }) => words.slice(at.get(from), (at.get(to) ?? -1) + 1)),
  )
  return { words, lines }
}

/** The captions that the server has, once every edit is saved. */
export async function savedDocument(page: Page): Promise<CaptionDocument> {
  await expectSaved(page)
  const [, projectId] = /\/projects\/([0-9a-f-]{36})/.exec(page.url()) ?? []
  const answer = await page.request.get(`/api/captions/${projectId}/captions.json`)
  return CaptionDocument.parse(await answer.json())
}

/** Seeks to a time, in whole tenths of a second, and reads the captions drawn over the video there. */
export async function previewAt(page: Page, ms: number): Promise<Picture> {
  await page.getByRole('slider', { name: 'Position', exact: true }).fill(String(ms))
  const canvas = page.locator('canvas[data-captions=drawn]')
  await expect(page.locator('video')).toHaveJSProperty('seeking', false)
  let last = ''
  // The sought frame may not be on screen yet: two equal reads mean that it is.
  await expect(async () => {
    const before = last
    last = JSON.stringify(await readPixels(canvas))
    expect(last).toBe(before)
  }).toPass({ intervals: [100, 200, 300] })
  const { width, height, rgb } = z.object({ width: z.int(), height: z.int(), rgb: z.base64() }).parse(JSON.parse(last))
  return { width, height, rgb: Buffer.from(rgb, 'base64') }
}

/** The drawing, over black. Reads a copy: Chromium warns about repeated reads of a canvas that is drawn in every frame. */
async function readPixels(canvas: Locator): Promise<{ width: number; height: number; rgb: string }> {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    copy?.drawImage(element, 0, 0)
    const rgba = copy?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
    const parts: string[] = []
    for (let at = 0; at < rgba.length; at += 4) {
      const alpha = (rgba[at + 3] ?? 0) / 255
      parts.push(String.fromCharCode((rgba[at] ?? 0) * alpha, (rgba[at + 1] ?? 0) * alpha, (rgba[at + 2] ?? 0) * alpha))
    }
    return { width, height, rgb: btoa(parts.join('')) }
  })
}

/**
 * Exports the video and saves the download.
 * @param press acts on a button or link. Default: a click
 * @returns the file's path
 */
export async function exportVideo(
  page: Page,
  saveAs: string,
  press: (target: Locator) => Promise<void> = (target) => target.click(),
): Promise<string> {
  await press(page.getByRole('button', { name: 'Export video' }))
  const link = page.getByRole('link', { name: 'Download video' })
  // A short clip exports in less time than between two polls.
  await expect(page.getByRole('progressbar', { name: 'Exporting' }).or(link).first()).toBeVisible({ timeout: 30_000 })
  await expect(link).toBeVisible({ timeout: 180_000 })
  const download = page.waitForEvent('download')
  await press(link)
  await (await download).saveAs(saveAs)
  return saveAs
}
