import { expect, test } from 'vitest'
import { judgeDkim, judgeDmarc, judgeSpf } from './mail-records.ts'

test.each([
  { texts: [], state: 'missing' },
  { texts: ['google-site-verification=1'], state: 'missing' },
  { texts: ['v=spf10 ~all'], state: 'missing' },
  { texts: ['v=spf1 include:a.example ~all'], state: 'fine' },
  { texts: ['V=SPF1 -ALL'], state: 'fine' },
  { texts: ['v=spf1 redirect=a.example'], state: 'fine' },
  { texts: ['v=spf1 include:a.example'], state: 'weak' },
  { texts: ['v=spf1 ?all'], state: 'weak' },
  { texts: ['v=spf1 +all'], state: 'wrong' },
  { texts: ['v=spf1 ~all', 'v=spf1 -all'], state: 'wrong' },
])('SPF $texts is $state', ({ texts, state }) => {
  expect(judgeSpf(texts).state).toBe(state)
})

test.each([
  { texts: [], state: 'missing' },
  { texts: ['v=DKIM1; k=rsa; p=MIIB'], state: 'fine' },
  { texts: ['p=MIIB'], state: 'fine' },
  { texts: ['v=DKIM1; p='], state: 'wrong' },
])('DKIM $texts is $state', ({ texts, state }) => {
  expect(judgeDkim(texts).state).toBe(state)
})

test.each([
  { texts: ['v=spf1 ~all'], state: 'missing' },
  { texts: ['v=DMARC1; p=reject'], state: 'fine' },
  { texts: ['v=DMARC1; p=quarantine; pct=100'], state: 'fine' },
  { texts: ['v=DMARC1; p=none; rua=mailto:a@b.example'], state: 'weak' },
  { texts: ['v=DMARC1; sp=reject'], state: 'wrong' },
])('DMARC $texts is $state', ({ texts, state }) => {
  expect(judgeDmarc(texts).state).toBe(state)
})
