import { rateLimitStorage } from '#features/accounts/server/index.ts'
import { siteProcedures } from '#features/site/server/index.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

/** Opens the site's own procedures, such as the contact form. */
export function wireSite(platform: Platform) {
  const count = rateLimitStorage(platform).consume
  return defineFeature({
    procedures: siteProcedures({ ...platform, contacts: platform.site.contacts, count }),
  })
}
