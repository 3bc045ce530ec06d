import type { ThreadTask } from '#platform/server/threads/thread-pool.ts'
import type { FontFacts } from './inspect-font.ts'

/** Reads a sanitized font. @public threads find it by its name @throws AppError `unsupported_media` */
export const inspectFontTask: ThreadTask<Uint8Array, FontFacts, Promise<FontFacts>> = {
  module: new URL(import.meta.url),
  name: 'inspectFontTask',
  // The library that reads fonts takes 25 MB: the thread loads it, and not each process that names the task.
  run: async (bytes) => (await import('./inspect-font.ts')).inspectFont(bytes),
}
