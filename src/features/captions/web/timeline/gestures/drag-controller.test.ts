import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDragController } from './drag-controller.ts'

test('a press and a release at the same place is a click', () => {
  const { controller, log } = start()
  controller.press({ grip: 'word', pointerId: 1, px: 10 })
  controller.move(1, 12, false)
  controller.release(1)
  expect(log).toEqual(['click word'])
})

test('starts after four pixels, then follows the pointer and drops once', () => {
  const { controller, log } = start()
  controller.press({ grip: 'word', pointerId: 1, px: 10 })
  controller.move(1, 14, false)
  controller.move(1, 20, true)
  controller.release(1)
  controller.release(1)
  expect(log).toEqual(['start word', 'move word 14', 'move word 20 free', 'drop word'])
})

test('Escape cancels: what follows does nothing until the next press', () => {
  const { controller, log } = start()
  controller.press({ grip: 'word', pointerId: 1, px: 10 })
  controller.move(1, 30, false)
  controller.cancel()
  controller.move(1, 40, false)
  controller.release(1)
  expect(log).toEqual(['start word', 'move word 30', 'cancel'])
})

test('a second finger neither moves nor ends the drag', () => {
  const { controller, log } = start()
  controller.press({ grip: 'word', pointerId: 1, px: 10 })
  controller.press({ grip: 'other', pointerId: 2, px: 50 })
  controller.move(2, 90, false)
  controller.release(2)
  controller.move(1, 30, false)
  controller.release(1)
  expect(log).toEqual(['start word', 'move word 30', 'drop word'])
})

test('a long press picks without movement', () => {
  const { controller, log } = start()
  controller.press({ grip: 'word', pointerId: 1, px: 10 }, true)
  controller.release(1)
  expect(log).toEqual(['start word', 'drop word'])
})

test('every started drag ends exactly once, whatever the order of events', () => {
  const events = fc.array(
    fc.oneof(
      fc.record({ does: fc.constant('press'), id: fc.constantFrom(1, 2), px: fc.integer({ min: 0, max: 40 }) }),
      fc.record({ does: fc.constant('move'), id: fc.constantFrom(1, 2), px: fc.integer({ min: 0, max: 40 }) }),
      fc.record({ does: fc.constantFrom('release', 'cancel'), id: fc.constantFrom(1, 2), px: fc.constant(0) }),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(events, (all) => {
      const { controller, log } = start()
      for (const { does, id, px } of all) {
        if (does === 'press') controller.press({ grip: 'word', pointerId: id, px })
        else if (does === 'move') controller.move(id, px, false)
        else if (does === 'release') controller.release(id)
        else controller.cancel()
      }
      controller.cancel()
      const ends = log.filter((entry) => entry === 'drop word' || entry === 'cancel')
      expect(ends.length).toBe(log.filter((entry) => entry === 'start word').length)
      expect(controller.isDragging()).toBe(false)
    }),
  )
})

function start() {
  const log: string[] = []
  const controller = createDragController<string>({
    start: (grip) => log.push(`start ${grip}`),
    move: (grip, px, isFree) => log.push(`move ${grip} ${px}${isFree ? ' free' : ''}`),
    drop: (grip) => log.push(`drop ${grip}`),
    cancel: () => log.push('cancel'),
    click: (grip) => log.push(`click ${grip}`),
  })
  return { controller, log }
}
