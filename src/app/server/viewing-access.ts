import type { MiddlewareHandler } from 'hono'
import { mapEventIterator } from '@orpc/client'
import type { HttpEnv, OperatorView } from '#platform/server/http.ts'
import { isAsyncIterator, type RpcCall } from '#platform/server/rpc.ts'
import { AppError } from '#platform/shared/errors.ts'

/**
 * The procedures that an operator may call while viewing the pages of a user. Each only reads. Every other one is
 * refused, also a new one: name it here only if it changes nothing and shows no secret (docs/decisions/0080-view-as.md).
 */
const READ_WHILE_VIEWING: ReadonlySet<string> = new Set([
  'accounts.mails',
  'accounts.me',
  'accounts.providers',
  'accounts.security',
  'accounts.sessions',
  'billing.overview',
  'billing.plans',
  'billing.terms',
  'brand.followers',
  'brand.fonts',
  'brand.kit',
  'brand.logos',
  'brand.projectFonts',
  'brand.projectKit',
  'brand.projectLogos',
  'captions.get',
  'captions.history',
  'captions.ownSuggestions',
  'captions.search',
  'captions.suggestions',
  'captions.versions',
  'captions.watch',
  'collaboration.memberships',
  'collaboration.team',
  'credits.balance',
  'credits.history',
  'glossary.list',
  'glossary.offers',
  'media.get',
  'media.limits',
  'media.list',
  'media.receivers',
  'media.shared',
  'media.transfers',
  'media.watch',
  'operations.status',
  'operator.me',
  'referrals.affiliate',
  'referrals.application',
  'referrals.dashboard',
  'referrals.list',
  'referrals.timeline',
  'rendering.list',
  'rendering.overview',
  'rendering.watch',
  'review.overview',
  'review.people',
  'review.threads',
  'site.policy',
  'storage.list',
  'templates.looks',
  'transcription.get',
  'transcription.overview',
  'transcription.quote',
  'transcription.watch',
])

/** What a page of the view needs beside the data of the user. */
const ABOUT_VIEW: ReadonlySet<string> = new Set(['viewing.current', 'viewing.stop'])

/**
 * Refuses every procedure that is not in `READ_WHILE_VIEWING` to an operator who views the pages of a user, and ends
 * their streams with the view.
 */
export function limitViewing() {
  return async ({ context, path, next }: RpcCall): Promise<unknown> => {
    const { viewing } = context.caller ?? {}
    const name = path.join('.')
    if (viewing === undefined || ABOUT_VIEW.has(name)) return next()
    if (viewing.hasEnded || !READ_WHILE_VIEWING.has(name)) throw refusal(viewing)
    const output = await next()
    if (!isAsyncIterator(output)) return output
    return mapEventIterator(output, {
      // A stream has events more often than once a minute, or shows nothing new anyway.
      value: async (value) => {
        if (viewing.endsAt.getTime() <= Date.now()) throw refusal({ hasEnded: true })
        return value
      },
      error: async (error) => error,
    })
  }
}

/** The files that pages show, below `/api`. Files to keep are refused: sources, exports, captions, data and links. */
const SHOWN_FILES = ['/media/', '/stills/', '/own-fonts/', '/logos/', '/account/photo/']

/** The same for routes: files of the pages may be read, and nothing else. Procedures have their own rule. */
export const limitViewedFiles: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const viewing = c.var.caller?.viewing
  const path = c.req.path.replace('/api', '')
  const isProcedure = path.startsWith('/rpc/') || path.startsWith('/v1/')
  if (viewing === undefined || isProcedure) return next()
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  const isShown =
    SHOWN_FILES.some((start) => path.startsWith(start)) || (path.startsWith('/captions/') && path.endsWith('/document'))
  if (viewing.hasEnded || !isRead || !isShown) throw refusal(viewing)
  return next()
}

function refusal({ hasEnded }: Pick<OperatorView, 'hasEnded'>): AppError {
  return new AppError(
    'forbidden',
    hasEnded
      ? 'The view of this account has ended. Stop viewing to go on.'
      : 'You only view this account: nothing can be changed or downloaded.',
  )
}
