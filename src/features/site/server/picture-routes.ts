import { z } from 'zod'
import { type OperatorAccess, requireOperator } from '#features/operations/server/index.ts'
import type { FileStore } from '#platform/server/files.ts'
import { router, sendFile } from '#platform/server/http.ts'
import { pictureTooLarge } from '#platform/server/pictures/receive-picture.ts'
import { type ConsumeRateLimit, enforceRateLimit } from '#platform/server/rate-limit.ts'
import { AppError } from '#platform/shared/errors.ts'
import { SITE_DUTIES, SITE_PICTURE_FILES, SITE_PICTURE_MAX_BYTES, sitePictureName } from '../model/index.ts'
import { openSitePictures, type PictureDeps } from './add-picture.ts'
import { sitePictureKeys } from './picture-keys.ts'

/** Uploads of one operator: each picture is decoded. */
const UPLOADS = { window: 600, max: 60 }

type UploadDeps = PictureDeps &
  OperatorAccess & {
    readonly consumeRateLimit: ConsumeRateLimit
  }

/** Mounted at `/api/operator-site-pictures`: PUT stores the picture in the body, for the settings to name. */
export function sitePictureUploads(deps: UploadDeps) {
  const addPicture = openSitePictures(deps)
  return router().put('/', async (c) => {
    const { caller } = await requireOperator(deps, c.var.caller, SITE_DUTIES.saveSiteSettings)
    if (Number(c.req.header('content-length') ?? 0) > SITE_PICTURE_MAX_BYTES)
      throw pictureTooLarge(SITE_PICTURE_MAX_BYTES)
    await enforceRateLimit(deps.consumeRateLimit, {
      key: `operator|${caller.userId}|site-picture`,
      limit: UPLOADS,
      message: 'You uploaded many pictures in a short time. Try again in ten minutes.',
    })
    const { body, signal } = c.req.raw
    if (body === null) throw new AppError('unprocessable', 'Choose a picture first.')
    const name = sitePictureName(c.req.query('name') ?? '')
    return c.json({ picture: await addPicture({ operator: caller, name, body, signal }) })
  })
}

const PictureParams = z.object({ id: z.uuid(), file: z.enum(Object.values(SITE_PICTURE_FILES)) })

/** GET `/:id/:file`: a size of a picture, for everybody; mount at `/site-pictures`. An address never changes its content. */
export function sitePictureFiles({ files }: { files: Pick<FileStore, 'stat' | 'openRange'> }) {
  return router().get('/:id/:file', async (c) => {
    const { id, file } = PictureParams.safeParse(c.req.param()).data ?? {}
    if (id === undefined || file === undefined) throw new AppError('not_found', 'File not found')
    const key = sitePictureKeys(id).of(file)
    const found = await files.stat(key)
    if (found === undefined) throw new AppError('not_found', 'File not found')
    return sendFile(c, {
      sizeBytes: found.sizeBytes,
      contentType: 'image/png',
      version: id,
      open: (first, last) => files.openRange(key, first, last),
      cacheControl: 'public, max-age=31536000, immutable',
    })
  })
}
