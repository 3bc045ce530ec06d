import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openLane } from './lane.ts'

test('logs an outage once when it begins and once when it ends', async () => {
  const lines: unknown[] = []
  const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) })
  const looks = ['away', 'away', 'away', 'back', 'back', 'away']
  const done = Promise.withResolvers<void>()
  const lane = openLane({
    log,
    running: new Set(),
    size: 1,
    async claim() {
      const look = looks.shift()
      if (look === undefined) done.resolve()
      else setImmediate(() => lane.wake())
      if (look === 'away') throw new Error('the database is away')
      return undefined
    },
    attempt: () => expect.unreachable('no job was found'),
  })
  await done.promise
  await lane.stop()

  const away = expect.objectContaining({ level: 40, err: expect.objectContaining({ message: 'the database is away' }) })
  const back = expect.objectContaining({ level: 30, msg: 'jobs are found again' })
  expect(lines).toEqual([away, back, away, back])
})
