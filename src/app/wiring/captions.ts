import { rateLimitStorage } from '#features/accounts/server/index.ts'
import { findKitForNewVideo } from '#features/brand/server/index.ts'
import {
  captionsProcedures,
  captionsRoutes,
  copyCaptions,
  dropOldBatches,
  indexDueCaptions,
  eraseSuggestions,
  exportSuggestions,
  makeCaptions,
  makeSilentCaptions,
  measureCaptions,
  OpenDocuments,
  PastVersions,
  rewriteDueSnapshots,
} from '#features/captions/server/index.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature, type Emit } from './feature.ts'

/** Opens captions. A finished transcription makes a caption document in the same transaction. */
export function wireCaptions(platform: Platform, { emit }: { emit: Emit }) {
  const onWordsRemoved = emit('wordsRemoved')
  const deps = {
    ...platform,
    onWordsRemoved,
    onCarriedOver: emit('captionsCarriedOver'),
    findKitForNewVideo,
    templateOfSite: () => platform.currentSettings().captionTemplate,
    consumeRateLimit: rateLimitStorage(platform).consume,
    documents: new OpenDocuments({ threadPool: platform.threadPool }),
    versions: new PastVersions(platform),
  }
  return defineFeature({
    procedures: captionsProcedures(deps),
    /** The captions that people have open. */
    documents: deps.documents,
    routes: { '/captions': captionsRoutes(deps) },
    maintenance: [
      () => rewriteDueSnapshots(platform),
      () => dropOldBatches(platform),
      () => indexDueCaptions(platform),
    ],
    personalData: async ({ userId }) => ({ suggestions: await exportSuggestions(platform.db, userId) }),
    on: {
      userDeleted: (tx, { userId }) => eraseSuggestions(tx, userId),
      projectChecked: (tx, project) => measureCaptions(tx, project),
      projectPrepared: (tx, project) => makeSilentCaptions(tx, project, deps),
      projectDuplicated: (tx, duplicated) => copyCaptions(tx, deps, duplicated),
      transcribed: (tx, transcribed) => makeCaptions(tx, deps, transcribed),
    },
  })
}
