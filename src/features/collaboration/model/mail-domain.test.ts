import { expect, test } from 'vitest'
import { MailDomain } from './mail-domain.ts'

test.each([
  { entered: ' Acme.COM ', domain: 'acme.com' },
  { entered: 'mail.acme-studio.co.uk', domain: 'mail.acme-studio.co.uk' },
  { entered: 'bücher.example', domain: 'bücher.example' },
])('accepts “$entered”', ({ entered, domain }) => {
  expect(MailDomain.parse(entered)).toBe(domain)
})

test.each(['', 'acme', 'a@acme.com', 'acme..com', '-acme.com', 'acme.com/x', '*.com', 'gmail.com', 'Outlook.com'])(
  'refuses “%s”',
  (entered) => {
    expect(MailDomain.safeParse(entered).success).toBe(false)
  },
)
