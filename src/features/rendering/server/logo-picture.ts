import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { readFile } from 'node:fs/promises'
import { pictureLevels } from '#platform/shared/picture-levels.ts'
// Imports a file, not the model's index: an export waits for the thread that draws.
import type { LogoFile, LogoPicture } from '../model/paint/logo.ts'

/** Reads the levels of a stored logo for the painter of this process. */
export async function readLogo({ width, height, source }: LogoFile): Promise<LogoPicture> {
  const file = await loadImage(await readFile(source))
  const images = pictureLevels({ width, height }).map((level): Canvas => {
    const canvas = createCanvas(level.width, level.height)
    canvas.getContext('2d').drawImage(file, -level.x, 0)
    return canvas
  })
  return { width, height, images }
}
