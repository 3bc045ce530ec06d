import type { Context } from 'hono'
import { namedFonts, type NamedFont } from '#features/rendering/server/index.ts'
import { type HttpEnv, sendFile } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { GuestFonts } from '../model/index.ts'
import type { ReviewDeps } from './deps.ts'
import { type OpenLink, requireOpenLink } from './guest-access.ts'

/** The own fonts that the captions behind a link name, with addresses under the same link. */
export async function readGuestFonts(deps: ReviewDeps, c: Context<HttpEnv>): Promise<GuestFonts> {
  const fonts = await fontsBehind(deps, await requireOpenLink(deps, c))
  return {
    fonts: fonts.map(({ id, family, weights, coverage }) => ({
      family,
      weights,
      coverage,
      source: `${c.req.path}/${id}`,
    })),
  }
}

/** Sends one of these fonts. @throws AppError `not_found` for every other font of the owner */
export async function sendGuestFont(deps: ReviewDeps, c: Context<HttpEnv>): Promise<Response> {
  const fonts = await fontsBehind(deps, await requireOpenLink(deps, c))
  const font = fonts.find(({ id }) => id === c.req.param('fontId'))
  const found = font && (await deps.files.stat(font.key))
  if (font === undefined || found === undefined) throw new AppError('not_found', 'File not found')
  return sendFile(c, {
    sizeBytes: found.sizeBytes,
    contentType: 'font/ttf',
    // The file of a font never changes.
    version: font.id,
    open: (first, last) => deps.files.openRange(font.key, first, last),
  })
}

async function fontsBehind(
  { db, documents, ownFonts, now }: ReviewDeps,
  { project: { id, ownerId } }: OpenLink,
): Promise<readonly NamedFont[]> {
  const open = await documents.latest(db, id, ownerId)
  return open === undefined ? [] : namedFonts(open.doc, await ownFonts({ ownerId, at: now() }))
}
