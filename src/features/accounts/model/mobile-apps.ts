import { MOBILE_APP_MIN_VERSION } from './requests.ts'

/** The native apps that may open our links, as configured by the operator. */
export type MobileApps = {
  readonly ios: { readonly bundleId: string; readonly appStoreId?: string; readonly teamId?: string } | undefined
  readonly android: { readonly packageName: string; readonly certificates: readonly string[] } | undefined
}

/**
 * The link in a password-reset mail (spec §1, §7): `/reset-password` on this site, with the identifiers of the mobile
 * apps and the minimum version (12) that opens it. The parameter names are those of Firebase links.
 * @param o.publicUrl origin of this site, without a trailing slash
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

/** Paths that open in the apps instead of the browser. */
const APP_PATHS = ['/reset-password']

/**
 * `/.well-known/apple-app-site-association`, as in Apple's "Supporting associated domains".
 * @returns undefined unless the bundle id and the team id are both set
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
 * `/.well-known/assetlinks.json`, as in Google's Digital Asset Links.
 * @returns undefined unless the package and a certificate are set
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
