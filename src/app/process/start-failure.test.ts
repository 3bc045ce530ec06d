import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { startChild } from '#platform/server/process.ts'

const { url } = await testDatabase()

test.each(['web-server', 'worker'])('a wrong setting ends the %s with one log line', async (part) => {
  const said: string[] = []
  const { code, stderrTail } = await startChild({
    module: join(import.meta.dirname, `../${part}.ts`),
    nodeArgs: ['--import', import.meta.resolve('./import-hooks.ts')],
    args: [],
    env: { DATABASE_URL: url, PLANS_JSON: '{"pro":{"creditsPerMonth":-1}}' },
    onStdoutLine: (line) => said.push(line),
  }).done
  expect([code, stderrTail, said.map((line) => JSON.parse(line))]).toEqual([
    1,
    '',
    [expect.objectContaining({ level: 60, msg: expect.stringMatching(/^The plans in PLANS_JSON are wrong: /u) })],
  ])
})
