import { expect, test } from 'vitest'
import { runAll } from './run-all.ts'

test('runs every task even if one fails, and reports the failure', async () => {
  const done: string[] = []
  const duty = (name: string) => async () => void done.push(name)
  const failing = (name: string) => async () => Promise.reject(new Error(`${name} failed`))

  await runAll([duty('holds'), duty('mails')])
  await expect(runAll([duty('holds'), failing('billing'), duty('mails')])).rejects.toThrow(/^billing failed$/u)
  await expect(runAll([failing('billing'), failing('storage'), duty('files')])).rejects.toThrow(
    'billing failed; storage failed',
  )
  expect(done).toEqual(['holds', 'mails', 'holds', 'mails', 'files'])
})
