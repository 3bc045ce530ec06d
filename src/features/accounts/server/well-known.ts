import { type HttpEnv, router } from '#platform/server/http.ts'
import type { Context } from 'hono'
import type { Env } from '#platform/server/env.ts'
import { AppError } from '#platform/shared/errors.ts'
import { appleAppSiteAssociation, assetLinks, type MobileApps } from '../model/index.ts'

/** The mobile apps in the settings. */
export function mobileAppsOf(env: Env): MobileApps {
  const { IOS_BUNDLE_ID: bundleId, IOS_APP_STORE_ID: appStoreId, IOS_TEAM_ID: teamId } = env
  return {
    ios:
      bundleId === undefined
        ? undefined
        : { bundleId, ...(appStoreId !== undefined && { appStoreId }), ...(teamId !== undefined && { teamId }) },
    android:
      env.ANDROID_PACKAGE === undefined
        ? undefined
        : { packageName: env.ANDROID_PACKAGE, certificates: env.ANDROID_CERT_SHA256 },
  }
}

/** Mounted at `/.well-known`: the apps that may open links of this site. Without an app its file does not exist. */
export function wellKnownRoutes(apps: MobileApps) {
  const answer = (c: Context<HttpEnv>, file: object | undefined): Response => {
    if (file === undefined) throw new AppError('not_found', 'Not found')
    c.header('cache-control', 'public, max-age=3600')
    return c.json(file)
  }
  return router()
    .get('/apple-app-site-association', (c) => answer(c, appleAppSiteAssociation(apps)))
    .get('/assetlinks.json', (c) => answer(c, assetLinks(apps)))
}
