import { expect, test } from 'vitest'
import { doAll } from './duties.ts'

test('a duty that fails keeps no other from being done, and is told', async () => {
  const done: string[] = []
  const duty = (name: string) => async () => void done.push(name)
  const failing = (name: string) => async () => Promise.reject(new Error(`${name} failed`))

  await doAll([duty('holds'), duty('mails')])
  await expect(doAll([duty('holds'), failing('billing'), duty('mails')])).rejects.toThrow(/^billing failed$/u)
  await expect(doAll([failing('billing'), failing('storage'), duty('files')])).rejects.toThrow(
    'billing failed; storage failed',
  )
  expect(done).toEqual(['holds', 'mails', 'holds', 'mails', 'files'])
})
