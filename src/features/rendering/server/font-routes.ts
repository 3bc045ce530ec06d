import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { router, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { servedFontPath } from './font-files.ts'

/** GET `/:file`: the font files of captions, and no other file. Mount at `/fonts`. */
export function fontRoutes() {
  return router().get('/:file', async (c) => {
    const path = servedFontPath(c.req.param('file'))
    if (path === undefined) throw new AppError('not_found', 'Font not found')
    const { size, mtimeMs } = await stat(path)
    const font = await openAsBlob(path)
    return sendFile(c, {
      sizeBytes: size,
      contentType: path.endsWith('woff2') ? 'font/woff2' : 'font/woff',
      version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
      // A new version of a font keeps its name, so caches expire after a day.
      cacheControl: 'public, max-age=86400',
      open: (first, last) => font.slice(first, last + 1).stream(),
    })
  })
}
