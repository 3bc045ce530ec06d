import type { Context } from 'hono'
import { z } from 'zod'
import { requireProject } from '#features/media/server/index.ts'
import { type HttpEnv, requireCaller, router, sendFile } from '#platform/server/http.ts'
import { pictureTooLarge } from '#platform/server/pictures/receive-picture.ts'
import { enforceRateLimit } from '#platform/server/rate-limit.ts'
import { AppError } from '#platform/shared/errors.ts'
import { LOGO_MAX_BYTES, logoName } from '../model/index.ts'
import { openLogos } from './add-logo.ts'
import type { BrandDeps } from './deps.ts'
import { logoKeys } from './logo-keys.ts'
import { findLogo } from './logo-rows.ts'

const Own = z.object({ id: z.uuid() })
const OfProject = z.object({ projectId: z.uuid(), id: z.uuid() })

/** Logos per user: each one is decoded. */
const UPLOADS = { window: 600, max: 60 }

/** Mounted at `/api/logos`: adds a logo to the caller's account, and sends its logos and those of a project's owner. */
export function logoRoutes(deps: BrandDeps) {
  const addLogo = openLogos(deps)
  return router()
    .put('/', async (c) => {
      const { userId } = requireCaller(c)
      if (Number(c.req.header('content-length') ?? 0) > LOGO_MAX_BYTES) throw pictureTooLarge(LOGO_MAX_BYTES)
      await enforceRateLimit(deps.consumeRateLimit, {
        key: `brand|${userId}|logo`,
        limit: UPLOADS,
        message: 'You added many logos in a short time. Try again in ten minutes.',
      })
      const { body, signal } = c.req.raw
      if (body === null) throw new AppError('unprocessable', 'Choose a picture first.')
      const name = logoName(c.req.query('name') ?? '')
      return c.json({ logo: await addLogo({ ownerId: userId, name, body, signal }) })
    })
    .get('/:id', async (c) => {
      const { userId } = requireCaller(c)
      return sendLogo(deps, c, { ownerId: userId, id: Own.safeParse(c.req.param()).data?.id })
    })
    .get('/:projectId/:id', async (c) => {
      const { userId } = requireCaller(c)
      const asked = OfProject.safeParse(c.req.param())
      if (!asked.success) throw notFound()
      const { ownerId } = await requireProject(deps.db, asked.data.projectId, userId, 'view')
      return sendLogo(deps, c, { ownerId, id: asked.data.id })
    })
}

/** Sends a logo of this owner; also a removed one, which open captions may still show. */
async function sendLogo(
  { db, files }: BrandDeps,
  c: Context<HttpEnv>,
  { ownerId, id }: { readonly ownerId: string; readonly id: string | undefined },
): Promise<Response> {
  const logo = id === undefined ? undefined : await findLogo(db, id)
  if (logo === undefined || logo.ownerId !== ownerId) throw notFound()
  const key = logoKeys(ownerId).of(logo.id)
  const found = await files.stat(key)
  if (found === undefined) throw notFound()
  return sendFile(c, {
    sizeBytes: found.sizeBytes,
    contentType: 'image/png',
    version: logo.sha256,
    open: (first, last) => files.openRange(key, first, last),
    cacheControl: 'private, max-age=31536000, immutable',
  })
}

function notFound(): AppError {
  return new AppError('not_found', 'File not found')
}
