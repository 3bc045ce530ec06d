import type { Context } from 'hono'
import { z } from 'zod'
import { requireProject } from '#features/media/server/index.ts'
import { type HttpEnv, requireCaller, router, sendFile } from '#platform/server/http.ts'
import { enforceRateLimit } from '#platform/server/rate-limit.ts'
import { AppError } from '#platform/shared/errors.ts'
import { FONT_MAX_BYTES } from '../model/index.ts'
import { openFonts, tooLarge } from './add-font.ts'
import type { BrandDeps } from './deps.ts'
import { fontKeys } from './font-keys.ts'
import { findFont } from './font-rows.ts'

const Path = z.object({ projectId: z.uuid(), id: z.uuid() })

/** Fonts per user: each one is sanitized and read. */
const UPLOADS = { window: 600, max: 60 }

/** Mounted at `/api/own-fonts`: adds a font to the caller's account, and sends the fonts of a project's owner. */
export function ownFontRoutes(deps: BrandDeps) {
  const addFont = openFonts(deps)
  return router()
    .put('/', async (c) => {
      const { userId } = requireCaller(c)
      if (Number(c.req.header('content-length') ?? 0) > FONT_MAX_BYTES) throw tooLarge()
      await enforceRateLimit(deps.consumeRateLimit, {
        key: `brand|${userId}|font`,
        limit: UPLOADS,
        message: 'You added many fonts in a short time. Try again in ten minutes.',
      })
      const { body, signal } = c.req.raw
      if (body === null) throw new AppError('unprocessable', 'Choose a font first.')
      return c.json({ font: await addFont({ ownerId: userId, body, signal }) })
    })
    .get('/:projectId/:id', (c) => sendFont(deps, c))
}

/** Sends a font to those who may see the project; also a removed one, which open captions may still show. */
async function sendFont({ db, files }: BrandDeps, c: Context<HttpEnv>): Promise<Response> {
  const { userId } = requireCaller(c)
  const asked = Path.safeParse(c.req.param())
  if (!asked.success) throw notFound()
  const { ownerId } = await requireProject(db, asked.data.projectId, userId, 'view')
  const font = await findFont(db, asked.data.id)
  if (font === undefined || font.ownerId !== ownerId) throw notFound()
  const key = fontKeys(font.ownerId).of(font.id)
  const found = await files.stat(key)
  if (found === undefined) throw notFound()
  return sendFile(c, {
    sizeBytes: found.sizeBytes,
    contentType: 'font/ttf',
    version: font.sha256,
    open: (first, last) => files.openRange(key, first, last),
    cacheControl: 'private, max-age=31536000, immutable',
  })
}

function notFound(): AppError {
  return new AppError('not_found', 'File not found')
}
