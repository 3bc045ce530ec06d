import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'

const run = promisify(execFile)
const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
/** Frames a second of the clips that are cut here. */
const FPS = 30

/**
 * The first seconds of a clip as they were recorded, nothing encoded anew. Counted in frames: cut by time, a copy would
 * end with frames of which those in between are missing.
 * @param o.seconds where a group of pictures ends @returns its path
 */
export async function beginningOf(clip: string, o: { seconds: number; saveAs: string }): Promise<string> {
  const durationArgs = ['-frames:v', String(o.seconds * FPS), '-t', String(o.seconds)]
  await run(FFMPEG, ['-nostdin', '-v', 'error', '-i', clip, ...durationArgs, '-c', 'copy', o.saveAs])
  return o.saveAs
}

/** Drops a file onto the page, as from the desktop. */
export async function dropClip(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeEnabled()
  // The browser itself takes the file from the disk, by an input that is on no page; what is dropped is that file.
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }))
  await input.setInputFiles(path)
  const dropped = await input.evaluateHandle(({ files }) => {
    const transfer = new DataTransfer()
    for (const file of files ?? []) transfer.items.add(file)
    return transfer
  })
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await page.getByRole('region', { name: 'Upload' }).dispatchEvent(event, { dataTransfer: dropped })
  }
}

/** Picks a file in the system's dialog. @param button the button that opens it */
export async function chooseClip(page: Page, path: string, button = 'Choose a video'): Promise<void> {
  const opener = page.getByRole('button', { name: button })
  await expect(opener).toBeEnabled()
  const chooser = page.waitForEvent('filechooser')
  await opener.click()
  await (await chooser).setFiles(path)
}

/** Waits until the clip was uploaded, checked and prepared, and the price is on the button. */
export async function expectPrepared(page: Page, price: number): Promise<void> {
  // An upload that lost its connection tries again after eight seconds at most.
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/, { timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'Make captions' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: `Make captions · ${price} credits` })).toBeVisible()
}

/** The credits shown beside the user, whichever page they are on. */
export async function expectCredits(page: Page, credits: number): Promise<void> {
  await expect(
    page
      .getByRole('banner')
      .getByText(new RegExp(`^${credits}( credits)?$`))
      .first(),
  ).toBeVisible()
}
