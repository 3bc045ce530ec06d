import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../tests/support/database.ts'
import { startChild } from '#platform/server/process.ts'

const { url } = await testDatabase()

test.each(['ffmpeg', 'ffprobe'])('stops a start without %s, and says what to install', async (tool) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const said: string[] = []
  const { code, stopped } = await startChild({
    module: join(import.meta.dirname, 'start.ts'),
    args: [],
    env: { DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', [`${tool.toUpperCase()}_PATH`]: '/no/such/tool' },
    limits: { wallMs: 60_000 },
    onStdoutLine: (line) => said.push(line),
  }).done
  const sentence = new RegExp(
    `^${tool} does not run here .* sudo apt-get install ffmpeg.* ${tool.toUpperCase()}_PATH`,
    'u',
  )
  expect([code, stopped, said]).toEqual([1, null, [expect.stringMatching(sentence)]])
  expect(await readdir(dataDir)).toEqual([])
})
