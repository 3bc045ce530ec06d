import { rateLimitStorage } from '#features/accounts/server/index.ts'
import {
  type BrandDeps,
  brandProcedures,
  deleteKitOf,
  eraseFontsJob,
  eraseFontsOf,
  eraseLogosJob,
  eraseLogosOf,
  eraseRemovedFonts,
  eraseRemovedLogos,
  findKit,
  listFonts,
  listLogos,
  logoRoutes,
  ownFontRoutes,
  restyleJob,
} from '#features/brand/server/index.ts'
import type { OpenDocuments } from '#features/captions/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

/** Opens brand: the brand kit of an account, and the fonts and logos that people add to it. */
export function wireBrand(
  platform: Platform,
  { storage, captions }: { storage: Pick<BrandDeps, 'claimRoom'>; captions: { documents: OpenDocuments } },
) {
  const { db } = platform
  const deps: BrandDeps = {
    ...platform,
    claimRoom: storage.claimRoom,
    consumeRateLimit: rateLimitStorage(platform).consume,
  }
  return defineFeature({
    procedures: brandProcedures(deps),
    routes: { '/own-fonts': ownFontRoutes(deps), '/logos': logoRoutes(deps) },
    jobs: [
      eraseFontsJob({ ...deps, log: platform.log }),
      eraseLogosJob({ ...deps, log: platform.log }),
      restyleJob({ ...deps, documents: captions.documents }),
    ],
    maintenance: [
      () => transaction(db, (tx) => eraseRemovedFonts(tx, deps)),
      () => transaction(db, (tx) => eraseRemovedLogos(tx, deps)),
    ],
    personalData: async ({ userId }) => ({
      kit: await findKit(db, userId),
      fonts: (await listFonts(db, userId)).map(({ family, style, sizeBytes, createdAt }) => ({
        family,
        style,
        sizeBytes,
        createdAt: createdAt.toISOString(),
      })),
      logos: (await listLogos(db, userId)).map(({ name, width, height, createdAt }) => ({
        name,
        width,
        height,
        createdAt: createdAt.toISOString(),
      })),
    }),
    on: {
      async userDeleted(tx, { userId }) {
        await eraseFontsOf(tx, deps, userId)
        await eraseLogosOf(tx, deps, userId)
        await deleteKitOf(tx, userId)
      },
    },
  })
}
