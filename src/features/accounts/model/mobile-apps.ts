import { MOBILE_APP_MIN_VERSION } from './requests.ts'

/** The native apps that may open our links, as far as the operator named them. */
export type MobileApps = {
  readonly ios: { readonly bundleId: string; readonly appStoreId?: string; readonly teamId?: string } | undefined
  readonly android: { readonly packageName: string; readonly certificates: readonly string[] } | undefined
}

/**
 * The link of a password-reset mail (spec §1, §7): `/reset-password` on this site, with the mobile apps' identifiers
 * and the least version (12) that opens it. The names of the parameters are those of Firebase's links.
 * @param o.publicUrl origin of this site, without a slash at its end
 */
export function resetLink(o: { publicUrl: string; token: string; apps: MobileApps }): string {
  const url = new URL('/reset-password', o.publicUrl)
  url.searchParams.set('token', o.token)
  const { ios, android } = o.apps
  if (ios !== undefined) {
    url.searchParams.set('ibi', ios.bundleId)
    if (ios.appStoreId !== undefined) url.searchParams.set('isi', ios.appStoreId)
    url.searchParams.set('imv', String(MOBILE_APP_MIN_VERSION))
  }
  if (android !== undefined) {
    url.searchParams.set('apn', android.packageName)
    url.searchParams.set('amv', String(MOBILE_APP_MIN_VERSION))
  }
  return url.href
}

/** Paths that the apps open instead of the browser. */
const APP_PATHS = ['/reset-password']

/**
 * `/.well-known/apple-app-site-association`, as Apple's "Supporting associated domains" describes it.
 * @returns undefined unless the app's bundle id and its team are both known
 */
export function appleAppSiteAssociation({ ios }: MobileApps): object | undefined {
  if (ios?.teamId === undefined) return undefined
  const appIDs = [`${ios.teamId}.${ios.bundleId}`]
  return {
    applinks: { details: [{ appIDs, components: APP_PATHS.map((path) => ({ '/': path })) }] },
    webcredentials: { apps: appIDs },
  }
}

/**
 * `/.well-known/assetlinks.json`, as Google's Digital Asset Links describe it.
 * @returns undefined unless the package and a certificate of it are known
 */
export function assetLinks({ android }: MobileApps): object | undefined {
  if (android === undefined || android.certificates.length === 0) return undefined
  return [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: android.packageName,
        sha256_cert_fingerprints: android.certificates,
      },
    },
  ]
}
