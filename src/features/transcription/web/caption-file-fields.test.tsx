import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openStartPanel, RUN, VIDEO_ID } from '../../../../tests/support/start-panel.tsx'

test('sends a caption download unchanged, and reports an empty or oversized file at once', async () => {
  const { calls } = await openStartPanel({}, { 'transcription/start': RUN })
  await page.getByText('Upload captions').click()
  choose('film.srt', ' '.repeat(20_000_001))
  await expect.element(page.getByRole('alert')).toMatchTextContent('“film.srt” is too large for captions.')
  choose('notes.srt', 'Dear diary')
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('There are no captions in this file. Line 1 is text without times; skipped.')
  choose('captions.json', '{"schema":"captiondoc/1"}')
  await expect.element(page.getByText('captions.json')).toBeVisible()
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toEqual({
      json: {
        projectId: VIDEO_ID,
        language: 'en',
        source: { kind: 'subtitles', text: '{"schema":"captiondoc/1"}', times: 'keep' },
      },
    })
})

test('keeps the times of a caption file for free, and prices aligning it', async () => {
  const { calls } = await openStartPanel({ available: 5, credits: 20, enough: false }, { 'transcription/start': RUN })
  await page.getByText('Upload captions').click()
  choose('talk.srt', '1\n00:00:01,000 --> 00:00:02,000\nHello there\n')
  await page.getByText('Time each word to the sound · 20 credits').click()
  await expect.element(page.getByRole('button', { name: 'Make captions · 20 credits' })).toBeDisabled()
  await page.getByText('Keep those of the file · free').click()
  await page.getByRole('button', { name: 'Make captions · free' }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toMatchObject({ json: { source: { times: 'keep', text: expect.stringContaining('Hello there') } } })
})

test('shows the first captions of a file, and what of it is skipped', async () => {
  await openStartPanel({})
  await page.getByText('Upload captions').click()
  choose(
    'talk.srt',
    'By Ada\n\n1\n00:01:05,000 --> 00:01:07,000\nHello there\n\n2\n00:01:08,000 --> 00:01:07,000\nback\n',
  )
  const first = page.getByRole('region', { name: 'First captions of the file' })
  await expect.element(first).toMatchTextContent('SRT, 1 caption. It begins:1:05Hello there')
  await expect.element(page.getByText('Skipped or changed: 2 places')).toBeVisible()
  await expect.element(page.getByText('Line 1 is text without times; skipped.')).toBeVisible()
  await expect.element(page.getByText('Line 8 ends before it starts; skipped.')).toBeVisible()
})

test('detects the encoding of a file, and reads it again in another', async () => {
  const { calls } = await openStartPanel({}, { 'transcription/start': RUN })
  await page.getByText('Upload captions').click()
  const cyrillic = [0xc3, 0xe4, 0xe5, 0x20, 0xf2, 0xfb, 0x20, 0xe1, 0xfb, 0xeb, 0x3f]
  const times = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:02,000\n')
  choose('talk.srt', new Uint8Array([...times, ...cyrillic]))
  await expect.element(page.getByLabelText('Text encoding')).toBeVisible()
  await page.getByLabelText('Text encoding').selectOptions('Western (Windows-1252)')
  await expect.element(page.getByText('Ãäå òû áûë?')).toBeVisible()
  await page.getByLabelText('Text encoding').selectOptions('Cyrillic (Windows-1251)')
  await expect.element(page.getByText('Где ты был?')).toBeVisible()
  await page.getByRole('button', { name: /^Make captions/ }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'transcription/start')?.input)
    .toMatchObject({ json: { source: { text: expect.stringContaining('Где ты был?') } } })
})

/** Picks a file as the system's file dialog does. */
function choose(name: string, content: string | Uint8Array<ArrayBuffer>): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no file can be chosen')
  const files = new DataTransfer()
  files.items.add(new File([content], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
