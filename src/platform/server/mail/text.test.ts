import { expect, test } from 'vitest'
import { Mail, renderMail } from './text.ts'

const MAIL = { to: 'dana@example.com', subject: 'Set a new password', paragraphs: ['Hello Dana,', 'Somebody asked.'] }
const ACTION = { label: 'Set a new password', url: 'https://wordpop.example/reset-password?token=a&b=c' }

test('HTML and text have the same content, with the link of the button in both', () => {
  const { html, text } = renderMail(Mail.parse({ ...MAIL, action: ACTION, footnote: 'Nothing changes until then.' }))
  expect(text).toBe(
    `Hello Dana,\n\nSomebody asked.\n\nSet a new password:\n${ACTION.url}\n\nNothing changes until then.\n\n-- \nWordpop\n`,
  )
  for (const words of ['Hello Dana,', 'Somebody asked.', 'Nothing changes until then.']) expect(html).toContain(words)
  expect(html).toContain('href="https://wordpop.example/reset-password?token=a&amp;b=c"')
})

test('says in HTML and text where to unsubscribe', () => {
  const url = 'https://wordpop.example/unsubscribe/comments-abc'
  const { html, text } = renderMail(Mail.parse({ ...MAIL, unsubscribe: { about: 'comments', url } }))
  expect(text).toContain(`Unsubscribe from mails about comments:\n${url}\n`)
  expect(html).toContain(`<a href="${url}" style="color:inherit">Unsubscribe from mails about comments</a>`)
})

test('escapes text that people wrote', () => {
  const hostile = `<img src=x onerror="alert('1')"> & more`
  const { html } = renderMail(
    Mail.parse({
      ...MAIL,
      subject: hostile,
      paragraphs: [hostile],
      footnote: hostile,
      action: { ...ACTION, label: hostile },
    }),
  )
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more')
})

test('a mail loads no external resources', () => {
  const { html } = renderMail(Mail.parse({ ...MAIL, action: ACTION }))
  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|src=/i)
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/reset-password', 'ftp://wordpop.example'])(
  'a button cannot lead to %s',
  (url) => {
    expect(Mail.safeParse({ ...MAIL, action: { ...ACTION, url } }).success).toBe(false)
  },
)

test.each([
  { given: 'Hi\r\nBcc: x@evil.example', kept: 'Hi Bcc: x@evil.example' },
  { given: ' Hi\u0000\u0085\u2028there\t', kept: 'Hi there' },
  { given: 'Größe 👋', kept: 'Größe 👋' },
])('a subject is one line: $kept', ({ given, kept }) => {
  expect(Mail.parse({ ...MAIL, subject: given }).subject).toBe(kept)
})
