import { expect, test } from 'vitest'
import { appleAppSiteAssociation, assetLinks, type MobileApps, resetLink } from './mobile-apps.ts'

const NONE: MobileApps = { ios: undefined, android: undefined }
const link = (apps: MobileApps) => resetLink({ publicUrl: 'https://wordpop.example', token: 'a+b/c', apps })

test('a reset link leads to /reset-password and carries its token', () => {
  expect(link(NONE)).toBe('https://wordpop.example/reset-password?token=a%2Bb%2Fc')
})

test('each app that is known is named, with the least version that opens the link: 12', () => {
  const ios = new URL(link({ ...NONE, ios: { bundleId: 'example.ios' } }))
  expect(Object.fromEntries(ios.searchParams)).toEqual({ token: 'a+b/c', ibi: 'example.ios', imv: '12' })
  const android = new URL(link({ ...NONE, android: { packageName: 'example.android', certificates: [] } }))
  expect(Object.fromEntries(android.searchParams)).toEqual({ token: 'a+b/c', apn: 'example.android', amv: '12' })
})

test('an association file needs all that it states', () => {
  expect(appleAppSiteAssociation(NONE)).toBeUndefined()
  expect(appleAppSiteAssociation({ ...NONE, ios: { bundleId: 'example.ios' } })).toBeUndefined()
  expect(assetLinks(NONE)).toBeUndefined()
  expect(assetLinks({ ...NONE, android: { packageName: 'example.android', certificates: [] } })).toBeUndefined()
})
