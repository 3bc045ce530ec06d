import { createHash } from 'node:crypto'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { EMOJI_SET, emojiFile, emojiOfFile, emojiPath } from '../model/index.ts'
import { drawEmoji, emojiFilePng, emojiSet } from './emoji-pictures.ts'
import { fontRoutes } from './font-routes.ts'

test('names the emoji pictures by their font and sizes', () => {
  expect(emojiSet(), 'set EMOJI_SET to this').toBe(EMOJI_SET)
})

test.each(['🎉', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇯🇵', '👍🏽', '1️⃣', '❤️‍🔥', '👪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🫩'])(
  'draws %s in colour, inside its square',
  (emoji) => {
    const pictures = drawEmoji(emoji) ?? []
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([256, 128, 64, 32].map((size) => [size, size]))
    const { data } = pictures[1]?.getContext('2d').getImageData(0, 0, 128, 128) ?? { data: [] }
    const inked = Array.from({ length: 128 * 128 }, (_, at) => (data[4 * at + 3] ?? 0) > 8)
    expect(inked.filter(Boolean).length).toBeGreaterThan(2_000)
    const isEdge = (at: number) => at < 128 || at >= 127 * 128 || at % 128 === 0 || at % 128 === 127
    expect(
      inked.some((isInked, at) => isInked && isEdge(at)),
      'no ink at the edges',
    ).toBe(false)
  },
)

test('draws no picture for text, two emoji, or half of one', () => {
  for (const text of ['', 'a', 'no emoji', '🎉🎉', '\u{200D}', '\u{1F1E6}', '<svg>'])
    expect(drawEmoji(text), text).toBeUndefined()
})

test('draws one picture for all spellings of an emoji', () => {
  expect(drawEmoji('❤')).toBe(drawEmoji('❤️'))
  expect(drawEmoji('🎉\u{FE0F}')).toBe(drawEmoji('🎉'))
})

test('serves an emoji under an address that caches may keep for ever', async () => {
  const answer = await fetchFont(emojiPath('🎉').slice('/fonts'.length))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(bytes.length).toBeLessThan(60_000)
  const image = await loadImage(bytes)
  expect([image.width, image.height]).toEqual([480, 256])
  expect(hashOf(bytes)).toBe(hashOf(emojiFilePng('🎉') ?? new Uint8Array()))
})

test('serves the present pictures to a page from before an update, without caching', async () => {
  const answer = await fetchFont(`/emoji/earlier/${emojiFile('🎉')}`)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
})

test('has no picture for anything but an emoji', async () => {
  for (const file of [
    '61.png',
    'x.png',
    '1f389',
    '1f389.svg',
    '110000.png',
    `${'1f389-'.repeat(20)}1f389.png`,
    '..%2f1f389.png',
  ])
    expect((await fetchFont(`/emoji/${EMOJI_SET}/${file}`)).status, file).toBe(404)
})

test('names a file by the code points of its emoji', () => {
  expect(emojiFile('❤️‍🔥')).toBe('2764-fe0f-200d-1f525.png')
  expect(emojiOfFile('2764-fe0f-200d-1f525.png')).toBe('❤️‍🔥')
})

test('keeps the pixels of the worker in the file', async () => {
  const [large] = drawEmoji('🚀') ?? []
  const context = createCanvas(480, 256).getContext('2d')
  context.drawImage(await loadImage(emojiFilePng('🚀') ?? new Uint8Array()), 0, 0)
  const served = context.getImageData(0, 0, 256, 256).data
  expect(served).toEqual(large?.getContext('2d').getImageData(0, 0, 256, 256).data)
})

function fetchFont(path: string): Promise<Response> {
  return Promise.resolve(fontRoutes().request(path))
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
