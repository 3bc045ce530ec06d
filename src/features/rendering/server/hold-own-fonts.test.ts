import { GlobalFonts } from '@napi-rs/canvas'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { facesFor, type OwnFontFile } from '../model/index.ts'
import { servedFontPath } from './font-files.ts'
import { holdOwnFonts } from './hold-own-fonts.ts'

const folder = await mkdtemp(join(tmpdir(), 'wordpop-fonts-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const readable = servedFontPath('anton-latin-400-normal.woff') ?? ''
const broken = join(folder, 'broken.ttf')
await writeFile(broken, 'no font')

test('a font stays registered until the last of its exports has ended', async () => {
  const font = ownFont(1, readable)
  const [endFirst, endSecond] = await Promise.all([holdOwnFonts([font]), holdOwnFonts([font])])
  endFirst()
  endFirst()
  expect(isRegistered(font)).toBe(true)
  endSecond()
  expect(isRegistered(font)).toBe(false)
})

test('an export that ends leaves an equal font of another account in place', async () => {
  const [one, other] = [ownFont(1, readable), ownFont(2, readable)]
  const endOne = await holdOwnFonts([one])
  const endOther = await holdOwnFonts([other])
  endOne()
  expect(isRegistered(other)).toBe(true)
  const endOneAgain = await holdOwnFonts([one])
  endOther()
  expect(isRegistered(one)).toBe(true)
  endOneAgain()
  expect([isRegistered(one), isRegistered(other)]).toEqual([false, false])
})

test('a font that cannot be read leaves no other registered', async () => {
  const font = ownFont(1, readable)
  await expect(holdOwnFonts([font, ownFont(2, broken)])).rejects.toThrow(/cannot be read/)
  expect(isRegistered(font)).toBe(false)
})

function isRegistered(font: OwnFontFile): boolean {
  const [face] = facesFor('a', { family: font.family, weight: 400 }, 'und', font)
  return face !== undefined && GlobalFonts.has(face.family)
}

function ownFont(n: number, source: string): OwnFontFile {
  return {
    family: `own:0a000000-0000-4000-8000-00000000000${n}`,
    weights: { min: 400, max: 400 },
    coverage: '20-7e',
    source,
  }
}
