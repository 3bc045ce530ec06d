import { countDownload } from '#features/accounts/server/index.ts'
import { findLogosAt, listFontsAt } from '#features/brand/server/index.ts'
import {
  endRendersOf,
  eraseExportJob,
  fontRoutes,
  OpeningStills,
  type RenderingDeps,
  renderingProcedures,
  renderJob,
  renderRoutes,
  stillRoutes,
  transferRenders,
  templatePictures,
} from '#features/rendering/server/index.ts'
import type { Platform } from '../services/open-platform.ts'
import type { wireCaptions } from './captions.ts'
import { defineFeature } from './feature.ts'
import type { wireStorage } from './storage.ts'

/** Opens rendering: exports, stills and the caption fonts. */
export function wireRendering(
  platform: Platform,
  {
    storage,
    captions,
  }: {
    storage: Pick<ReturnType<typeof wireStorage>, 'claimRoom'>
    captions: Pick<ReturnType<typeof wireCaptions>, 'documents'>
  },
) {
  const { db, limits } = platform
  // The size of an export is known when it is finished.
  const claimRoom: RenderingDeps['claimRoom'] = (tx, asked) => storage.claimRoom(tx, { ...asked, sizeBytes: 0 })
  const deps = {
    ...platform,
    documents: captions.documents,
    countDownload,
    jobsInLine: limits.jobsInLine,
    claimRoom,
    exportLimit: (userId: string) => limits.export(db, userId),
    ownFonts: (asked: Parameters<typeof listFontsAt>[1]) => listFontsAt(db, asked),
    logos: (asked: Parameters<typeof findLogosAt>[1]) => findLogosAt(db, asked),
  }
  const stills = new OpeningStills({ ...deps, threadPool: platform.readyThreads })
  return defineFeature({
    procedures: renderingProcedures(deps),
    /** The caption fonts, for `/fonts`. */
    fonts: fontRoutes(),
    /** The pictures of the gallery, for `/template-pictures`. */
    templatePictures: templatePictures(platform),
    routes: { '/renders': renderRoutes(deps), '/stills': stillRoutes({ db, stills }) },
    /** For a process that answers requests, once it does. */
    prepareStills: () => stills.prepare(),
    jobs: [renderJob(deps), eraseExportJob(deps)],
    on: {
      projectRemoved: (tx, { id }) => endRendersOf(tx, platform, id),
      projectTransferred: (tx, transferred) => transferRenders(tx, transferred),
    },
  })
}
