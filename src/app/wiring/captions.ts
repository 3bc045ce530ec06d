import {
  captionsProcedures,
  captionsRoutes,
  dropOldBatches,
  makeCaptions,
  makeSilentCaptions,
  OpenDocuments,
  rewriteDueSnapshots,
} from '#features/captions/server/index.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

/** Opens captions. A finished transcription makes a caption document in the same transaction. */
export function wireCaptions(platform: Platform) {
  const deps = { ...platform, documents: new OpenDocuments({ threadPool: platform.threadPool }) }
  return defineFeature({
    procedures: captionsProcedures(deps),
    routes: { '/captions': captionsRoutes(deps) },
    maintenance: [() => rewriteDueSnapshots(platform), () => dropOldBatches(platform)],
    on: {
      projectPrepared: makeSilentCaptions,
      transcribed: (tx, transcribed) => makeCaptions(tx, platform, transcribed),
    },
  })
}
