import { expect, test } from 'vitest'
import { openPool, type Place, type PoolLimits } from './pool.ts'

const WORDS = { full: 'Too many pictures at once.', tooManyOfKey: 'Your last pictures come first.' }

test('runs two at once and the others in order of arrival', async () => {
  const { enter, begun } = start({ atOnce: 2 })
  const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map(enter)
  await expect.poll(begun).toEqual(['a', 'b'])
  second?.leave()
  await expect.poll(begun).toEqual(['a', 'b', 'c'])
  third?.leave()
  first?.leave()
  await expect.poll(begun).toEqual(['a', 'b', 'c', 'd'])
  fourth?.leave()
})

test('runs one of each key at once and lets others pass it', async () => {
  const { enter, begun } = start({ atOnce: 2, atOncePerKey: 1 })
  const first = enter('a')
  enter('a')
  enter('b')
  await expect.poll(begun).toEqual(['a', 'b'])
  first.leave()
  await expect.poll(begun).toEqual(['a', 'b', 'a'])
})

test('refuses a key with too many places, and all keys when it is full', () => {
  const { enter } = start({ places: 3, placesPerKey: 2 })
  enter('a')
  const second = enter('a')
  expect(() => enter('a')).toThrow(
    expect.objectContaining({ code: 'too_many_requests', message: 'Your last pictures come first.' }),
  )
  enter('b')
  expect(() => enter('c')).toThrow(
    expect.objectContaining({ code: 'unavailable', message: 'Too many pictures at once.' }),
  )
  second.leave()
  second.leave()
  enter('c')
  expect(() => enter('d')).toThrow(WORDS.full)
})

test('a waiting place that is freed lets the next one through', async () => {
  const pool = openPool({ ...LIMITS, atOnce: 1 }, WORDS)
  const running = pool.enter('a')
  await running.turn()
  const leaving = new AbortController()
  const impatient = pool.enter('b')
  const turn = impatient.turn(leaving.signal)
  const patient = pool.enter('c')
  const patientTurn = patient.turn()
  leaving.abort(new Error('the client left'))
  await expect(turn).rejects.toMatchObject({ code: 'unprocessable', cause: { message: 'the client left' } })
  impatient.leave()
  running.leave()
  await patientTurn
})

const LIMITS: PoolLimits = { places: 10, atOnce: 10, placesPerKey: 10, atOncePerKey: 10 }

function start(limits: Partial<PoolLimits>) {
  const pool = openPool({ ...LIMITS, ...limits }, WORDS)
  const keys: string[] = []
  return {
    begun: () => keys,
    enter(key: string): Place {
      const place = pool.enter(key)
      void place.turn().then(() => keys.push(key))
      return place
    },
  }
}
