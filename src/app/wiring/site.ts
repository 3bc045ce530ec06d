import { operatorAccessOf } from '#features/operations/server/index.ts'
import {
  type DomainProviderAdministration,
  listActiveUsers,
  rateLimitStorage,
} from '#features/accounts/server/index.ts'
import { DEFAULT_TEMPLATE } from '#features/captions/model/index.ts'
import { builtInPolicy } from '#features/site/model/index.ts'
import {
  eraseSitePictureJob,
  eraseUnusedPictures,
  policyNoticeJob,
  type SiteAdministrationDeps,
  siteAdministrationProcedures,
  sitePictureFiles,
  sitePictureUploads,
  siteProcedures,
} from '#features/site/server/index.ts'
import { captionPrice, PRICED_SPAN_MS } from '#features/transcription/model/index.ts'
import { transaction } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { fixedBy } from '../services/open-site.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

/** Opens the site's own procedures, such as the contact form, and those with which operators set it up. */
export function wireSite(
  env: Env,
  platform: Platform,
  {
    accounts: { domainProviders },
    transcription: { listLanguages },
    storage: { onRetentionChanged },
  }: {
    accounts: { domainProviders: DomainProviderAdministration }
    transcription: Pick<SiteAdministrationDeps, 'listLanguages'>
    storage: Pick<SiteAdministrationDeps, 'onRetentionChanged'>
  },
) {
  const consumeRateLimit = rateLimitStorage(platform).consume
  return defineFeature({
    procedures: siteProcedures({ ...platform, contacts: () => platform.currentSite().contacts, consumeRateLimit }),
    /** Part of `/api/rpc/operator/*`. */
    administration: siteAdministrationProcedures({
      ...platform,
      ...operatorAccessOf(env),
      domainProviders,
      consumeRateLimit,
      fixed: fixedBy(env),
      defaults: { name: PRODUCT_NAME, ...platform.site.contacts, captionTemplate: DEFAULT_TEMPLATE.id },
      listLanguages,
      onRetentionChanged,
      sells: platform.site.sells,
      builtIn: (policy) => builtInPolicy(policy, { site: platform.currentSite(), price: PRICE }),
    }),
    routes: {
      '/operator-site-pictures': sitePictureUploads({ ...platform, ...operatorAccessOf(env), consumeRateLimit }),
    },
    /** Logos and icons of the site, for `/site-pictures`. */
    pictures: sitePictureFiles(platform),
    jobs: [policyNoticeJob({ ...platform, listRecipients: listActiveUsers }), eraseSitePictureJob(platform)],
    maintenance: [() => transaction(platform.db, (tx) => eraseUnusedPictures(tx, platform))],
  })
}

const PRICE = { credits: captionPrice(PRICED_SPAN_MS), spanMs: PRICED_SPAN_MS }
