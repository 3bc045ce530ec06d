import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { transaction } from './db.ts'
import { type JsonObject, MISSED_EVENTS, openEvents } from './events.ts'
import { silentLog } from './log.ts'

const { db, url } = await testDatabase()

test('a subscriber receives events of its own topic from the call on', async () => {
  const { events } = await start()
  const received = events.subscribe('project:1')

  await events.publish(db, 'project:2', { n: 0 })
  await events.publish(db, 'project:1', { n: 1 })
  await events.publish(db, 'project:1')

  expect(await take(received, 2)).toEqual([{ n: 1 }, {}])
})

test('delivers an event of a transaction on commit, and never after a rollback', async () => {
  const { events } = await start()
  const received = events.subscribe('project:1')

  await expect(
    transaction(db, async (tx) => {
      await events.publish(tx, 'project:1', { from: 'rolled back' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await transaction(db, (tx) => events.publish(tx, 'project:1', { from: 'committed' }))

  expect(await take(received, 1)).toEqual([{ from: 'committed' }])
})

test('one event reaches every process', async () => {
  const [one, two] = [await start(), await start()]
  const received = [one.events.subscribe('news'), two.events.subscribe('news')]

  await one.events.publish(db, 'news', { n: 1 })

  for (const each of received) expect(await take(each, 1)).toEqual([{ n: 1 }])
})

test('reports missed events after a broken connection, then delivers again', async () => {
  const { events } = await start()
  const received = events.subscribe('news')[Symbol.asyncIterator]()

  await db.$client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`)
  expect((await received.next()).value).toEqual(MISSED_EVENTS)
  await events.publish(db, 'news', { n: 2 })

  expect((await received.next()).value).toEqual({ n: 2 })
})

test('a subscription ends when its signal aborts or the events are closed', async () => {
  const { events, close } = await start()
  const abort = new AbortController()
  const [cancelled, closed] = [take(events.subscribe('a', abort.signal), 1), take(events.subscribe('a'), 1)]

  abort.abort()
  expect(await cancelled).toEqual([])
  await close()
  expect(await closed).toEqual([])
  expect(await take(events.subscribe('a'), 1)).toEqual([])
})

test('rejects a payload that does not fit into one notification', async () => {
  const { events } = await start()
  await expect(events.publish(db, 'a', { text: 'x'.repeat(4_000) })).rejects.toThrow(RangeError)
})

async function start() {
  const events = await openEvents({ url, log: silentLog() })
  let open = true
  const close = async () => {
    if (open) await events.close()
    open = false
  }
  onTestFinished(close)
  return { events, close }
}

async function take(events: AsyncIterable<JsonObject>, count: number): Promise<JsonObject[]> {
  const taken: JsonObject[] = []
  for await (const event of events) {
    taken.push(event)
    if (taken.length === count) break
  }
  return taken
}
