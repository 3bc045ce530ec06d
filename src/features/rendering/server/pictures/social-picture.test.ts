import { spawnSync } from 'node:child_process'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { socialPicture } from './social-picture.ts'

const FRAME = { width: 1_200, height: 630 }
/** #FF8A4C */
const ACCENT = [255, 138, 76]

test('draws the last word of the title and the box of the name in the accent colour', async () => {
  const picture = await loadImage(Buffer.from(socialPicture({ title: 'Fair prices', name: 'Wordpop', frame: FRAME })))
  expect([picture.width, picture.height]).toEqual([FRAME.width, FRAME.height])
  const context = createCanvas(FRAME.width, FRAME.height).getContext('2d')
  context.drawImage(picture, 0, 0)
  const accents = (fromY: number, toY: number) => {
    const { data } = context.getImageData(0, fromY, FRAME.width, toY - fromY)
    return data.filter((red, at) => at % 4 === 0 && [red, data[at + 1], data[at + 2]].join() === ACCENT.join()).length
  }
  expect(accents(150, 380), 'the title').toBeGreaterThan(1_000)
  expect(accents(380, 470), 'the ground between').toBe(0)
  expect(accents(470, 600), 'the box of the name').toBeGreaterThan(1_000)
})

test('draws the same picture for the same title, also as the first of a process', () => {
  const script = `
    const { socialPicture } = await import('./src/features/rendering/server/pictures/social-picture.ts')
    const draw = () => Buffer.from(socialPicture({ title: 'Pricing', name: 'Wordpop', frame: { width: 600, height: 315 } }))
    console.log(draw().equals(draw()))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('true')
})
