import { expect, test } from 'vitest'
import { decodeText, detectEncoding } from './text-encoding.ts'

const RUSSIAN = 'c3e4e520f2fb20e1fbeb20e2f7e5f0e020e2e5f7e5f0eeec3f0adf20ede520e7ede0fe2c20f7f2ee20f1eae0e7e0f2fc2e'
const JAPANESE = '8df093fa82cc96e982cd82c782b182c982a282dc82b582bd82a98148'
const KOREAN = 'b9abbdbc20b8bbc0bb20c7d8bedf20c7d2c1f620b8f0b8a3b0dabeeebfe42e'
const CHINESE = 'c4e3d7f2cceccdedc9cfd4dac4c4c0efa3bfced2b2bbd6aab5c0b8c3cbb5cab2c3b4a1a3'
const TAIWANESE = 'a741ac51a4d1b1dfa457a662adfeb8cca148a7daa4a3aabeb944b8d3bba1a4b0bbf2a143'
const FRENCH =
  '4ff920ea7465732d766f757320616c6ce9732063657420e974e9203f20c761206d276120706c752c20e0207672616920646972652e'

test.each([
  { how: 'in UTF-8', hex: 'c3a9 74 c3a9', encoding: 'utf-8', text: 'été' },
  { how: 'in UTF-8 with a byte order mark', hex: 'efbbbf c3a9 74 c3a9', encoding: 'utf-8', text: 'été' },
  { how: 'in UTF-16, small end first', hex: 'fffe e900 7400 e900', encoding: 'utf-16le', text: 'été' },
  { how: 'in UTF-16, big end first', hex: 'feff 00e9 0074 00e9', encoding: 'utf-16be', text: 'été' },
  { how: 'in UTF-16 without a mark', hex: '3000 3000 3a00 3000 3100 e900', encoding: 'utf-16le', text: '00:01é' },
  {
    how: 'in Windows-1252',
    hex: FRENCH,
    encoding: 'windows-1252',
    text: "Où êtes-vous allés cet été ? Ça m'a plu, à vrai dire.",
  },
  {
    how: 'in Cyrillic',
    hex: RUSSIAN,
    encoding: 'windows-1251',
    text: 'Где ты был вчера вечером?\nЯ не знаю, что сказать.',
  },
  { how: 'in Japanese', hex: JAPANESE, encoding: 'shift_jis', text: '昨日の夜はどこにいましたか？' },
  { how: 'in Korean', hex: KOREAN, encoding: 'euc-kr', text: '무슨 말을 해야 할지 모르겠어요.' },
  { how: 'in simplified Chinese', hex: CHINESE, encoding: 'gb18030', text: '你昨天晚上在哪里？我不知道该说什么。' },
  { how: 'in traditional Chinese', hex: TAIWANESE, encoding: 'big5', text: '你昨天晚上在哪裡？我不知道該說什麼。' },
])('detects and decodes a caption file written $how', async ({ hex, encoding, text }) => {
  const bytes = bytesOf(hex)
  expect((await detectEncoding(bytes)).encoding).toBe(encoding)
  expect(decodeText(bytes, (await detectEncoding(bytes)).encoding)).toBe(text)
})

test('keeps UTF-8 for a file with one bad byte', async () => {
  const good = new TextEncoder().encode('Où êtes-vous allés cet été ? '.repeat(20))
  const bytes = new Uint8Array([...good.subarray(0, 40), 0xe9, 0x20, ...good.subarray(40)])
  expect(await detectEncoding(bytes)).toEqual({ encoding: 'utf-8', confidence: 'likely' })
})

test('calls plain ASCII UTF-8, and an empty file too', async () => {
  expect(await detectEncoding(bytesOf('61 62'))).toEqual({ encoding: 'utf-8', confidence: 'certain' })
  expect(await detectEncoding(new Uint8Array())).toEqual({ encoding: 'utf-8', confidence: 'certain' })
})

test('looks at a bounded sample of a large file', async () => {
  const line = bytesOf(`${RUSSIAN} 0a`)
  const bytes = new Uint8Array(line.length * 100_000)
  for (let at = 0; at < bytes.length; at += line.length) bytes.set(line, at)
  expect((await detectEncoding(bytes)).encoding).toBe('windows-1251')
})

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.replaceAll(' ', '').match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16))
}
