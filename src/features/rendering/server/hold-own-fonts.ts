import { type FontKey, GlobalFonts } from '@napi-rs/canvas'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type OwnFontFile, ownFace } from '../model/index.ts'

/**
 * The registered own fonts of this process, and how often each is held. They are counted by content: @napi-rs/canvas
 * 1.1.1 loads equal files once, and removing that one font takes all of its names.
 */
const held = new Map<string, { readonly key: FontKey; holders: number }>()

/**
 * Registers own fonts with the canvas engine, which all threads of the process share, while an export or a still is drawn with them.
 * A family is named after the id of its font, so fonts of two accounts never have the same name.
 * @returns releases them; a font leaves the memory with the last of them
 */
export async function holdOwnFonts(fonts: readonly OwnFontFile[]): Promise<() => void> {
  const files = await Promise.all(fonts.map(async (font) => ({ ...ownFace(font), bytes: await readFile(font.source) })))
  const holding: string[] = []
  const releaseAll = () => holding.splice(0).forEach(release)
  try {
    // Nothing waits from here on: another one could register the same font in between.
    for (const { family, bytes } of files) holding.push(hold(family, bytes))
  } catch (error) {
    releaseAll()
    throw error
  }
  return releaseAll
}

function hold(family: string, bytes: Buffer): string {
  const content = createHash('sha256').update(bytes).digest('hex')
  const known = held.get(content)
  if (known !== undefined && GlobalFonts.has(family)) known.holders += 1
  else {
    const key = GlobalFonts.register(bytes, family)
    if (key === null) throw new Error(`The font ${family} cannot be read`)
    held.set(content, { key, holders: (known?.holders ?? 0) + 1 })
  }
  return content
}

function release(content: string): void {
  const known = held.get(content)
  if (known === undefined) return
  known.holders -= 1
  if (known.holders > 0) return
  held.delete(content)
  GlobalFonts.remove(known.key)
}
