import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { documentOf } from '../../../../tests/support/captions.ts'
import { runTool } from '../../../../tests/support/clips.ts'
import { applyCommands, exportSrt, exportVtt } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'caption-files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const DOC = applyCommands(documentOf('one two & three four <five> six'), [
  { type: 'addSpeaker', speaker: { id: 'a', name: 'Ana', color: '#ffd84d' } },
  { type: 'setSpeaker', from: 'w1', to: 'w2', speaker: 'a' },
  { type: 'splitCue', before: 'w3', newId: 'c' },
  { type: 'splitCue', before: 'w5', newId: 'e' },
]).doc

test.each([
  { format: 'webvtt', file: exportVtt(DOC) },
  { format: 'webvtt', file: exportVtt(DOC, { words: true }) },
  { format: 'srt', file: exportSrt(DOC) },
])('ffmpeg reads all of a $format file as it is written, with a number for each caption', async ({ format, file }) => {
  expect(file).toMatch(/^(?:WEBVTT\n\n)?1\n/u)
  const path = join(folder, `captions.${format === 'webvtt' ? 'vtt' : format}`)
  await writeFile(path, file)
  const read = await runTool('ffmpeg', ['-v', 'error', '-i', path, '-c', 'copy', '-f', format, '-'])
  expect(blocksOf(read)).toEqual(blocksOf(file))
  expect(blocksOf(read).flatMap(([id]) => (/^\d+$/u.test(id ?? '') ? [Number(id)] : []))).toEqual([1, 2, 3])
})

/** The lines of each block; hours may be left out in WebVTT. */
function blocksOf(file: string): string[][] {
  return file
    .trim()
    .split('\n\n')
    .map((block) => block.replaceAll(/\b00:(?=\d\d:\d\d\.)/gu, '').split('\n'))
}
