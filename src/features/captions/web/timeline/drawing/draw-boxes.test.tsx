import { expect, test } from 'vitest'
import { type Box, drawBoxes } from './draw-boxes.ts'

const HEIGHT_PX = 32
const COLORS = { fill: '#0000ff', stroke: '#ff0000', text: '#ffffff' }

test.for([4, 12, 40])('boxes of %i px that touch stay apart', (width) => {
  const row = middleRowOf(paint(boxesOf(width)))
  for (const at of [0, 1, 2]) {
    expect(row[at * width]).toBe('#ff0000')
    expect(row[(at + 1) * width - 1]).toBe('')
  }
})

test('a box has the colours of its look, and a very narrow one that of its edge', () => {
  for (const width of [12, 40]) expect(middleRowOf(paint(boxesOf(width)))[width / 2]).toBe('#0000ff')
  expect(middleRowOf(paint(boxesOf(4))).filter((color) => color === '#0000ff')).toEqual([])
})

test('boxes of another look are left out', () => {
  const boxes = boxesOf(12).map((box, at): Box => (at === 0 ? { ...box, look: 'selected' } : box))
  const row = middleRowOf(paint(boxes))
  expect(row.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => ''))
  expect(row[12]).toBe('#ff0000')
})

/** Three boxes that touch. */
function boxesOf(width: number): Box[] {
  return [0, 1, 2].map((at) => ({ x0: at * width, x1: (at + 1) * width, label: '', look: 'plain' }))
}

function paint(boxes: readonly Box[]): ImageData {
  const canvas = Object.assign(document.createElement('canvas'), { width: 130, height: HEIGHT_PX })
  const ctx = canvas.getContext('2d')
  if (ctx === null) throw new Error('no canvas')
  drawBoxes({ ctx, heightPx: HEIGHT_PX, fitText: (text) => text }, boxes, 'plain', COLORS)
  return ctx.getImageData(0, 0, canvas.width, canvas.height)
}

/** The colours of the middle row; empty where nothing is. */
function middleRowOf({ data, width, height }: ImageData): string[] {
  return Array.from({ length: width }, (_, x) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * ((height / 2) * width + x))
    if (alpha === 0) return ''
    return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
  })
}
