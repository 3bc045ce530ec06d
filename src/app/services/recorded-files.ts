import { listStoredPhotos } from '#features/accounts/server/index.ts'
import { listStoredFonts, listStoredLogos } from '#features/brand/server/index.ts'
import { listProjectFiles } from '#features/media/server/index.ts'
import { filesOfExports } from '#features/rendering/server/index.ts'
import { listStoredSitePictures } from '#features/site/server/index.ts'
import type { ExpectedFile } from '#features/storage/server/index.ts'
import type { Queryable } from '#platform/server/db.ts'

/** Every file that rows of any feature name: the nightly audit expects it, and a backup copies it. */
export async function* listRecordedFiles(q: Queryable): AsyncGenerator<ExpectedFile> {
  yield* listProjectFiles(q)
  yield* filesOfExports(q)
  yield* listStoredPhotos(q)
  yield* listStoredFonts(q)
  yield* listStoredLogos(q)
  yield* listStoredSitePictures(q)
}
