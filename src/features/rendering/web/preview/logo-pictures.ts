import { pictureLevels } from '#platform/shared/picture-levels.ts'
import type { LogoFile, LogoPicture } from '../../model/index.ts'

const loaded = new Map<string, LogoPicture>()

/** A logo that is loaded, by the address of its file. */
export function loadedLogo({ source }: LogoFile): LogoPicture | undefined {
  return loaded.get(source)
}

/** Loads a logo. Rejects when it cannot be fetched; the next call retries. */
export async function loadLogo({ source, width, height }: LogoFile): Promise<LogoPicture> {
  const response = await fetch(source)
  if (!response.ok) throw new Error(`The logo could not be loaded: ${response.status}`)
  const file = await response.blob()
  const images = await Promise.all(
    pictureLevels({ width, height }).map((level) =>
      // Without a conversion of colours, so that both engines draw the same values.
      createImageBitmap(file, level.x, 0, level.width, level.height, { colorSpaceConversion: 'none' }),
    ),
  )
  const picture = { width, height, images }
  loaded.set(source, picture)
  return picture
}
