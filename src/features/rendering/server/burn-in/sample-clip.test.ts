import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newestTemplate } from '#features/templates/model/index.ts'
import { createMediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { describeExport } from '../../../../../tests/support/exports.ts'
import { makeSampleClip } from './sample-clip.ts'

const media = createMediaRunner({ allowUnsandboxed: false, warn: () => undefined })
const workDir = await mkdtemp(join(tmpdir(), 'wordpop-sample-'))
afterAll(() => rm(workDir, { recursive: true, force: true }))

test('makes a short, upright, silent sample clip with every frame and a small file', async () => {
  const words = 'One word at a time'
  const template = newestTemplate('karaoke')
  const path = await makeSampleClip({ media, words, template, workDir, signal: new AbortController().signal })
  const { video, audio, frames } = await describeExport(path)
  expect(video).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width: 540, height: 960 })
  expect([audio, frames]).toEqual([undefined, Math.round((2 * 0.4 + 5 * 0.42) * 25)])
  expect((await stat(path)).size).toBeLessThan(1_000_000)
})
