import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { router, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { EMOJI_SET, emojiOfFile } from '../model/index.ts'
import { emojiFilePng } from './emoji-pictures.ts'
import { servedFontPath } from './font-files.ts'
import { fontLicences } from './font-licences.ts'

/**
 * GET `/:file`: the font files of captions, and no other file. GET `/licences.txt`: their licences. GET
 * `/emoji/:set/:file`: one emoji of the font as a picture. Mount at `/fonts`.
 */
export function fontRoutes() {
  const routes = router()
  routes.get('/emoji/:set/:file', (c) => {
    const { set, file } = c.req.param()
    const emoji = emojiOfFile(file)
    const png = emoji === undefined ? undefined : emojiFilePng(emoji)
    if (png === undefined) throw new AppError('not_found', 'Emoji not found')
    const isCurrent = set === EMOJI_SET
    return sendFile(c, {
      sizeBytes: png.byteLength,
      contentType: 'image/png',
      version: EMOJI_SET,
      // A page from before an update asks for an earlier set, and gets the pictures of exports as they are now.
      cacheControl: isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
      open: (first, last) => new Blob([png.subarray(first, last + 1)]).stream(),
    })
  })
  routes.get('/licences.txt', async (c) => c.text(await fontLicences()))
  routes.get('/:file', async (c) => {
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
  return routes
}
