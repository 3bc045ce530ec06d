/**
 * Draws the home-screen icons of the site from the favicon. Run it after changing the favicon: `node
 * scripts/app-icons.ts`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const SOURCE = new URL('../src/app/server/favicon.svg', import.meta.url)
const TARGET = new URL('../src/app/server/icons/', import.meta.url)
/** The favicon's background. Phones round the corners themselves, so it fills the whole square. */
const GROUND = '#17130f'
/** The safe zone: a phone may crop all but the inner 80%. */
const DRAWN = 0.8

const favicon = await loadImage(await readFile(SOURCE))
await mkdir(TARGET, { recursive: true })
for (const size of [180, 192, 512]) {
  const canvas = createCanvas(size, size)
  const pen = canvas.getContext('2d')
  pen.fillStyle = GROUND
  pen.fillRect(0, 0, size, size)
  const inset = (size * (1 - DRAWN)) / 2
  pen.drawImage(favicon, inset, inset, size * DRAWN, size * DRAWN)
  await writeFile(new URL(`icon-${size}.png`, TARGET), canvas.toBuffer('image/png'))
}
