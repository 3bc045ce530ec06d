import { expect, test } from 'vitest'
import { embeddingProblem } from './embedding.ts'
import { isFont } from './own-font.ts'

test.each(['\0\u0001\0\0', 'OTTO', 'true', 'wOFF', 'wOF2'])('knows a font by its signature %j', (signature) => {
  expect(isFont(bytes(`${signature} and more`))).toBe(true)
})

test.each(['', 'OTT', 'ttcf', '<!do', '%PDF'])('takes %j for no font', (start) => {
  expect(isFont(bytes(start))).toBe(false)
})

const INSTALLABLE = { noEmbedding: false, viewOnly: false, bitmapOnly: false }

test('allows a font that may be installed or edited', () => {
  expect(embeddingProblem(INSTALLABLE)).toBeNull()
})

test.each(['noEmbedding', 'viewOnly', 'bitmapOnly'] as const)('refuses a font with %s, and says why', (flag) => {
  expect(embeddingProblem({ ...INSTALLABLE, [flag]: true })).toMatch(/^The maker of this font .*\.$/)
})

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
