import { expect, test } from 'vitest'
import { appleAppSiteAssociation, assetLinks, type MobileApps, resetLink } from './mobile-apps.ts'

const NONE: MobileApps = { ios: undefined, android: undefined }
const link = (apps: MobileApps) => resetLink({ publicUrl: 'https://wordpop.example', token: 'a+b/c', apps })

test('a reset link points to /reset-password and carries its token', () => {
  expect(link(NONE)).toBe('https://wordpop.example/reset-password?token=a%2Bb%2Fc')
})

test('a reset link names each configured app and the minimum version that opens it: 12', () => {
  const ios = new URL(link({ ...NONE, ios: { bundleId: 'example.ios' } }))
  expect(Object.fromEntries(ios.searchParams)).toEqual({ token: 'a+b/c', ibi: 'example.ios', imv: '12' })
  const android = new URL(link({ ...NONE, android: { packageName: 'example.android', certificates: [] } }))
  expect(Object.fromEntries(android.searchParams)).toEqual({ token: 'a+b/c', apn: 'example.android', amv: '12' })
})

test('an association file needs all of its settings', () => {
  expect(appleAppSiteAssociation(NONE)).toBeUndefined()
  expect(appleAppSiteAssociation({ ...NONE, ios: { bundleId: 'example.ios' } })).toBeUndefined()
  expect(assetLinks(NONE)).toBeUndefined()
  expect(assetLinks({ ...NONE, android: { packageName: 'example.android', certificates: [] } })).toBeUndefined()
})
