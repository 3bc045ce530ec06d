import { expect, test } from 'vitest'
import { cookiesText } from '#features/site/model/cookies-text.ts'
import { readSources, type Source } from './architecture/source.ts'

/** What pages store in the browser, by the file that stores it. */
const STORED: Readonly<Record<string, readonly string[]>> = {
  'src/app/pages/next-captions.ts': ['next-captions'],
  'src/app/pages/router/site-notice.ts': ['site-notice'],
  // It reads the entry of use-timeline-pane.ts.
  'src/app/pages/workspace/opening-still-script.ts': [],
  'src/features/billing/web/checkout/checkout-origin.ts': ['checkout-origin'],
  'src/features/captions/web/picture/picture-store.ts': ['captions-picture'],
  'src/features/captions/web/playback/playback-settings.ts': ['wordpop-playback-rate'],
  'src/features/captions/web/store/pending-edits.ts': ['captions-pending:…'],
  'src/features/captions/web/store/suggestions/unsent-suggestions.ts': [
    'captions-suggested:…',
    'captions-suggesting:…',
  ],
  'src/features/captions/web/timeline/use-timeline-pane.ts': ['timeline-pane'],
  'src/features/collaboration/web/pending-acceptance.ts': ['accepting'],
  'src/features/media/web/library/use-library-settings.ts': ['library'],
  'src/features/media/web/upload/pending-upload.ts': ['carried-clip'],
  'src/features/referrals/web/tracking/lazy-referral-tracker.tsx': ['referralData'],
  'src/features/referrals/web/tracking/referral-store.ts': ['referralData'],
  'src/features/rendering/web/picker/recent-templates.ts': ['recent-templates'],
  'src/features/review/web/use-guest.ts': ['reviewer'],
  'src/platform/web/theme.ts': ['theme'],
}
const STORAGE = /\b(?:localStorage|sessionStorage|indexedDB)\b/

const sources = (await readSources()).filter(({ path }) => !path.includes('.test.'))

test('the table lists every file that stores something in the browser', () => {
  const found = sources.filter((source) => STORAGE.test(codeOf(source))).map(({ path }) => path)
  expect(found.toSorted()).toEqual(Object.keys(STORED).toSorted())
})

test('each file stores what the table says', () => {
  const texts = new Map(sources.map((source) => [source.path, codeOf(source)]))
  for (const [path, names] of Object.entries(STORED))
    for (const name of names) expect(texts.get(path), path).toContain(name.replace(':…', ''))
})

test('the cookie policy names everything that pages store', () => {
  const policy = cookiesText({ sells: true })
  for (const name of new Set(Object.values(STORED).flat())) expect(policy).toContain(`\`${name}\``)
})

test('a name in a comment stores nothing', () => {
  const comment = { value: ' localStorage ', start: 0 }
  expect(STORAGE.test(codeOf({ text: '/* localStorage */', comments: [comment] }))).toBe(false)
  expect(STORAGE.test(codeOf({ text: 'localStorage.clear()', comments: [] }))).toBe(true)
})

/** A file without its comments. */
function codeOf({ text, comments }: Pick<Source, 'text' | 'comments'>): string {
  return comments.reduce((code, { value }) => code.replace(value, ''), text)
}
