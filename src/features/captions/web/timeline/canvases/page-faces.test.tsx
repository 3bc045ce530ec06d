import { afterEach, expect, test } from 'vitest'
import { pageFaces } from './page-faces.ts'

const style = document.createElement('style')

afterEach(() => style.remove())

test('a face of the page has its family, address, weights and letters', () => {
  style.textContent = `@font-face {
    font-family: 'Some Face'; src: url('some.woff2') format('woff2'); font-weight: 400 700; unicode-range: U+41-5A;
  }`
  document.head.append(style)
  expect(pageFaces().filter(({ family }) => family === 'Some Face')).toEqual([
    {
      family: 'Some Face',
      source: `url("${new URL('some.woff2', document.baseURI).href}") format("woff2")`,
      descriptors: { weight: '400 700', style: 'normal', unicodeRange: 'U+41-5A', display: 'swap' },
    },
  ])
})
