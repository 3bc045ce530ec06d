import { TEMPLATE_PICTURES, TEMPLATES, templatePicturePath } from '#features/templates/model/index.ts'
import { router, sendFile } from '#platform/server/http.ts'
import type { ThreadPool } from '#platform/server/threads/thread-pool.ts'
import { AppError } from '#platform/shared/errors.ts'
import { paintTemplateTask } from './paint-template.ts'

type Picture = Uint8Array<ArrayBuffer>

const LIMITS = {
  account: 'template-pictures',
  timeoutMs: 30_000,
  tooSlow: 'This picture took too long to draw. Try again in a moment.',
}

/**
 * GET `/:file`: the newest version of each template as a picture, for everybody; mount at `/template-pictures`. Each is
 * painted once, at its first request and one at a time, however many are asked for.
 */
export function templatePictures({ threadPool }: { readonly threadPool: Pick<ThreadPool, 'run'> }) {
  const painted = new Map<string, Promise<Picture>>()
  let last: Promise<unknown> = Promise.resolve()

  function paint(order: Parameters<typeof paintTemplateTask.run>[0]): Promise<Picture> {
    const painting = last.then(() => threadPool.run(paintTemplateTask, order, LIMITS))
    last = painting.catch(() => {})
    return painting
  }

  return router().get('/:file', async (c) => {
    const file = c.req.param('file')
    const order = ORDERS.get(file)
    if (order === undefined) throw new AppError('not_found', 'Picture not found')
    const painting = painted.get(file) ?? paint(order)
    painted.set(file, painting)
    painting.catch(() => painted.delete(file))
    const picture = await painting
    return sendFile(c, {
      sizeBytes: picture.byteLength,
      contentType: 'image/webp',
      version: file,
      cacheControl: 'public, max-age=31536000, immutable',
      open: (first, end) => new Blob([picture.subarray(first, end + 1)]).stream(),
    })
  })
}

/** What to paint for each file name: all that exist, so that nobody can ask for more. */
const ORDERS = new Map(
  TEMPLATES.flatMap((template) =>
    TEMPLATE_PICTURES.map(
      (picture) => [nameOf(templatePicturePath(template, picture)), { template, picture }] as const,
    ),
  ),
)

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
