import { expect, test } from 'vitest'
import { changedPart } from './changed-part.ts'
import type { Box } from './draw-boxes.ts'

const ROW = [box(0, 20), box(20, 50), box(60, 90), box(90, 120)]

test('paints nothing again when boxes look the same', () => {
  expect(
    changedPart(
      ROW,
      ROW.map((each) => ({ ...each })),
    ),
  ).toBeUndefined()
})

test('paints a moved box again between its neighbours', () => {
  const after = ROW.with(1, box(25, 55))
  expect(changedPart(ROW, after)).toEqual({ x0: 19, x1: 60, boxes: after.slice(0, 3) })
})

test('paints a box that changes its text or its look again', () => {
  expect(changedPart(ROW, ROW.with(2, { ...box(60, 90), label: 'new' }))).toMatchObject({ x0: 49, x1: 90 })
  expect(changedPart(ROW, ROW.with(2, { ...box(60, 90), look: 'selected' }))).toMatchObject({ x0: 49, x1: 90 })
})

test('paints up to the end of the lane where the last boxes change', () => {
  const after = ROW.slice(0, 3)
  expect(changedPart(ROW, after)).toEqual({ x0: 89, x1: Infinity, boxes: [box(60, 90)] })
  expect(changedPart([], ROW)).toEqual({ x0: -Infinity, x1: Infinity, boxes: ROW })
})

test('paints where a box was when it moves over a neighbour', () => {
  const after = [box(0, 20), box(70, 100), box(60, 90), box(90, 120)]
  expect(changedPart(ROW, after)).toEqual({ x0: 19, x1: 100, boxes: after })
})

function box(x0: number, x1: number): Box {
  return { x0, x1, label: 'word', look: 'plain' }
}
