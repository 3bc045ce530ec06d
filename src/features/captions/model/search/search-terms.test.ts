import { expect, test } from 'vitest'
import { indexKeys, keysOfTerm, matchSubstring, matchTerms, parseTerms } from './search-terms.ts'

test.each([
  { query: 'Café', text: 'A cafe in Paris', marked: ['cafe'] },
  { query: 'cafe', text: 'Zwei CAFÉS', marked: ['CAFÉ'] },
  { query: 'dont', text: 'I don’t know', marked: ['don’t'] },
  { query: 'know dont', text: 'I don’t know it', marked: ['don’t', 'know'] },
  { query: 'hel', text: 'Say hello, Helen', marked: ['hel', 'Hel'] },
  { query: 'ΟΔΟΣ', text: 'η οδός μου', marked: ['οδός'] },
  { query: 'ﬁnd', text: 'Find it', marked: ['Find'] },
  { query: '猫', text: '黒い猫と白い猫', marked: ['猫', '猫'] },
  { query: '白い猫', text: '黒い猫と白い猫', marked: ['白い猫'] },
  { query: 'iphone 手机', text: '新的iPhone手机', marked: ['iPhone', '手机'] },
  { query: 'ภาษา', text: 'ฉันพูดภาษาไทย', marked: ['ภาษา'] },
  { query: '학교', text: '나는 학교에서 왔다', marked: ['학교'] },
  { query: 'नमस्ते', text: 'हाँ नमस्ते दोस्त', marked: ['नमस्ते'] },
  { query: '%_*', text: '100 %_* sure', marked: null },
  { query: 'hel world', text: 'hello world', marked: null },
  { query: 'hello moon', text: 'hello world', marked: null },
  { query: '猫白', text: '白い猫', marked: null },
])('marks $query in “$text”', ({ query, text, marked }) => {
  const found = matchTerms(text, parseTerms(query))
  expect(found?.map(({ from, to }) => text.slice(from, to)) ?? null).toEqual(marked)
})

test('finds every text by its keys that the terms match', () => {
  const texts = ['I don’t know', '黒い猫と白い猫', 'Zwei CAFÉS', 'ฉันพูดภาษาไทย', '新的iPhone手机', 'a'.repeat(300)]
  const queries = ['do', 'dont k', '猫', '白い猫', 'cafes', 'ภาษา', 'iphone手机', 'a'.repeat(200), 'a'.repeat(300), 'x']
  for (const text of texts) {
    const keys = indexKeys(text)
    for (const query of queries) {
      const terms = parseTerms(query)
      if (matchTerms(text, terms) === undefined) continue
      const isFound = terms
        .flatMap(keysOfTerm)
        .every(({ key, isPrefix }) => (isPrefix ? keys.some((other) => other.startsWith(key)) : keys.includes(key)))
      expect({ text, query, isFound }).toEqual({ text, query, isFound: true })
    }
  }
})

test('reads at most 20 terms, and none of signs alone', () => {
  expect(parseTerms(Array.from({ length: 100 }, (_, at) => `w${at}`).join(' '))).toHaveLength(20)
  expect(parseTerms('%'.repeat(200))).toEqual([])
  expect(parseTerms('one one ONE')).toEqual([{ text: 'one', isUnspaced: false, isPrefix: true }])
})

test.each([
  { query: '50%', title: 'Up to 50% off', marked: ['50%'] },
  { query: 'UP  to', title: 'Up to 50% off', marked: ['Up to'] },
  { query: 'ake', title: 'Take 3, take 4', marked: ['ake', 'ake'] },
  { query: '%', title: 'Take 3', marked: null },
])('finds $query anywhere in the title “$title”', ({ query, title, marked }) => {
  const found = matchSubstring(title, query)
  expect(found?.map(({ from, to }) => title.slice(from, to)) ?? null).toEqual(marked)
})
