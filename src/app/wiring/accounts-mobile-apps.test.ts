import { expect, test } from 'vitest'
import { linkTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'

const FINGERPRINT = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, '0').toUpperCase()).join(':')
const withApps = await testProduct({
  settings: {
    PUBLIC_URL: 'https://wordpop.example',
    IOS_BUNDLE_ID: 'example.wordpop.ios',
    IOS_APP_STORE_ID: '1234567890',
    IOS_TEAM_ID: 'ABCDE12345',
    ANDROID_PACKAGE: 'example.wordpop.android',
    ANDROID_CERT_SHA256: FINGERPRINT,
  },
})
const plain = await testProduct()

test('a reset link carries the apps’ identifiers and minimum version 12', async () => {
  const json = { email: 'dana@example.com', password: 'purple otter climbs' }
  const headers = { origin: 'https://wordpop.example' }
  await withApps.browser().send('/api/auth/sign-up/email', { json, headers })
  await withApps.browser().send('/api/auth/request-password-reset', { json, headers })
  const link = await linkTo(withApps.db, json.email, 'Set a new password')
  expect(`${link.origin}${link.pathname}`).toBe('https://wordpop.example/reset-password')
  const { token, ...apps } = Object.fromEntries(link.searchParams)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(apps).toEqual({
    ibi: 'example.wordpop.ios',
    isi: '1234567890',
    imv: '12',
    apn: 'example.wordpop.android',
    amv: '12',
  })
})

test('without apps the link carries its token and nothing else', async () => {
  const json = { email: 'dana@example.com', password: 'purple otter climbs' }
  await plain.browser().send('/api/auth/sign-up/email', { json })
  await plain.browser().send('/api/auth/request-password-reset', { json })
  const link = await linkTo(plain.db, json.email, 'Set a new password')
  expect([...link.searchParams.keys()]).toEqual(['token'])
})

test('the association files allow the apps to open the links', async () => {
  const apple = await withApps.browser().send('/.well-known/apple-app-site-association')
  expect(apple.headers.get('content-type')).toMatch(/^application\/json/)
  expect(apple.json()).toMatchObject({
    applinks: { details: [{ appIDs: ['ABCDE12345.example.wordpop.ios'], components: [{ '/': '/reset-password' }] }] },
  })
  const android = await withApps.browser().send('/.well-known/assetlinks.json')
  expect(android.json()).toMatchObject([
    { target: { package_name: 'example.wordpop.android', sha256_cert_fingerprints: [FINGERPRINT] } },
  ])
})

test('serves no association files without apps', async () => {
  for (const name of ['apple-app-site-association', 'assetlinks.json']) {
    expect((await plain.browser().send(`/.well-known/${name}`)).status, name).toBe(404)
  }
})
