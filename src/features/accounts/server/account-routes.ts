import type { Context } from 'hono'
import { z } from 'zod'
import { type HttpEnv, requireCaller, router, sendFile } from '#platform/server/http.ts'
import { pictureTooLarge } from '#platform/server/pictures/receive-picture.ts'
import { enforceRateLimit, type RateLimit } from '#platform/server/rate-limit.ts'
import { AppError } from '#platform/shared/errors.ts'
import { PHOTO_MAX_BYTES } from '../model/index.ts'
import { loadAccount } from './accounts.ts'
import type { AccountsDeps } from './deps.ts'
import { collectPersonalData } from './personal-data.ts'
import { TOO_MANY_ATTEMPTS } from './limits.ts'
import { photoKeys } from './photos/photo-path.ts'
import { openPhotos, removePhoto } from './photos/photo.ts'
import { rateLimitStorage } from './rate-limit.ts'

/** Photo uploads per user: each one is decoded and re-encoded. */
const PHOTO_RULE: RateLimit = { window: 600, max: 20 }

/** Mounted at `/api/account`: the user's photo, and the export of the user's data. */
export function accountRoutes(deps: AccountsDeps) {
  const { consume } = rateLimitStorage(deps)
  const storePhoto = openPhotos(deps)
  return router()
    .put('/photo', async (c) => {
      const { userId } = requireCaller(c)
      if (Number(c.req.header('content-length') ?? 0) > PHOTO_MAX_BYTES) throw pictureTooLarge(PHOTO_MAX_BYTES)
      await enforceRateLimit(consume, { key: `account|${userId}|photo`, limit: PHOTO_RULE, message: TOO_MANY_ATTEMPTS })
      const { body, signal } = c.req.raw
      if (body === null) throw new AppError('unprocessable', 'Choose a picture first.')
      await storePhoto({ userId, body, signal })
      return c.json({ account: await loadAccount(deps, userId) })
    })
    .delete('/photo', async (c) => {
      const { userId } = requireCaller(c)
      await removePhoto(deps, userId)
      return c.json({ account: await loadAccount(deps, userId) })
    })
    .get('/photo/:userId/:version', (c) => sendPhoto(deps, c))
    .get('/export.json', async (c) => {
      const caller = requireCaller(c)
      const data = await collectPersonalData(deps, caller)
      c.header('content-disposition', 'attachment; filename="wordpop-account.json"')
      c.header('cache-control', 'no-store')
      return c.json(data)
    })
}

/** Sends a photo to its owner only. */
async function sendPhoto({ files }: AccountsDeps, c: Context<HttpEnv>): Promise<Response> {
  const { userId } = requireCaller(c)
  const version = z.uuid().safeParse(c.req.param('version'))
  const key = version.success && c.req.param('userId') === userId ? photoKeys(userId).of(version.data) : undefined
  const found = key === undefined ? undefined : await files.stat(key)
  if (key === undefined || found === undefined) throw new AppError('not_found', 'File not found')
  return sendFile(c, {
    sizeBytes: found.sizeBytes,
    contentType: 'image/jpeg',
    version: c.req.param('version') ?? '',
    open: (first, last) => files.openRange(key, first, last),
    // A new picture has a new address.
    cacheControl: 'private, max-age=31536000, immutable',
  })
}
