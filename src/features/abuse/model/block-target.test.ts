import { expect, test } from 'vitest'
import { isSharedByMany, parseBlockTarget, targetsOf } from './block-target.ts'

test.each([
  ['spam.example', 'spam.example'],
  ['  SPAM.Example. ', 'spam.example'],
  ['@spam.example', 'spam.example'],
  ['*.spam.example', 'spam.example'],
  ['b.c.d', 'b.c.d'],
  ['co.uk', 'co.uk'],
  ['zip', 'zip'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['почта.рф', 'xn--80a1acny.xn--p1ai'],
  ['Ada@Spam.Example', 'ada@spam.example'],
  ['a.d.a+shop@GoogleMail.com', 'ada@gmail.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
])('reads “%s” as %s', (entered, target) => {
  expect(parseBlockTarget(entered)).toBe(target)
})

test.each([
  '',
  ' ',
  '@',
  '*.',
  'a b.example',
  'http://spam.example',
  'spam.example/path',
  'spam.example:25',
  '127.0.0.1',
  '123',
  '[::1]',
  '-a.example',
  'a-.example',
  'a..example',
  'a_b.example',
  '*.*.example',
  'ada@',
  'ada@localhost',
  'a b@spam.example',
  'a@b@spam.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(130)}example`,
])('“%s” is neither a domain nor an address', (entered) => {
  expect(parseBlockTarget(entered)).toBeNull()
})

test('an address stands for its canonical form, its domain and every domain above', () => {
  expect(targetsOf('a+x@b.c.d')).toEqual(['a@b.c.d', 'b.c.d', 'c.d', 'd'])
})

test('both domains of one mailbox at Gmail count', () => {
  expect(targetsOf('a.da@googlemail.com')).toEqual(['ada@gmail.com', 'googlemail.com', 'com', 'gmail.com'])
})

test.each(['com', 'co.uk', 'com.au', 'or.jp', 'gmail.com', 'web.de'])('%s is shared by many', (domain) => {
  expect(isSharedByMany(domain)).toBe(true)
})

test.each(['spam.example', 'mail.co.uk', 'spam.co', 'co.example', 'ada@gmail.com'])('%s is not', (target) => {
  expect(isSharedByMany(target)).toBe(false)
})
