import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { lockParts, partsToRun } from './part-names.ts'

test('runs the named part, or all without a name', () => {
  expect(partsToRun('worker')).toEqual(['worker'])
  expect(partsToRun(undefined)).toEqual(['web', 'worker'])
})

test('web server and worker run side by side, each once, and not beside a whole product', async () => {
  const dataDir = `/nowhere/${randomUUID()}`
  const web = await lockParts(dataDir, ['web'])
  const worker = await lockParts(dataDir, ['worker'])
  expect([web, worker]).not.toContain(undefined)
  expect(await lockParts(dataDir, ['web'])).toBeUndefined()
  await web?.release()
  expect(await lockParts(dataDir)).toBeUndefined()
  await worker?.release()
  const whole = await lockParts(dataDir)
  expect(whole).toBeDefined()
  await whole?.release()
})
