import { isSuspended } from '#features/accounts/server/index.ts'
import { router, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { StorageDeps } from './deps.ts'
import { readLink } from './link-token.ts'

type FileRoutesDeps = Pick<StorageDeps, 'db' | 'linkKey' | 'fileProviders' | 'now'>

/**
 * GET and HEAD `/:token` at `/api/files`: the file of a signed link, with ranges. Anyone with the link gets it, until
 * the link expires, the file is deleted, or the user who requested it loses access.
 */
export function fileRoutes({ db, linkKey, fileProviders, now }: FileRoutesDeps) {
  return router().get('/:token', async (c) => {
    const link = readLink(linkKey, c.req.param('token'))
    if (link === undefined) throw new AppError('not_found', 'File not found')
    if (link.expires <= now().getTime())
      throw new AppError('forbidden', 'This link has expired. Download the file from your storage page again.')
    if (await isSuspended(db, link.userId)) throw new AppError('not_found', 'File not found')
    const { file } = await fileProviders[link.kind].open(link, c.var.log)
    const response = sendFile(c, { ...file, downloadName: link.downloadName, cacheControl: 'private, no-store' })
    // A browser that shows the file instead of saving it runs no script, and the file has no origin.
    response.headers.set('content-security-policy', `sandbox; default-src 'none'`)
    response.headers.set('x-content-type-options', 'nosniff')
    response.headers.set('referrer-policy', 'no-referrer')
    return response
  })
}
