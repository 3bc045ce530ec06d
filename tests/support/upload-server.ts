import { serve } from '@hono/node-server'
import { openMedia } from '#features/media/server/index.ts'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { openEvents } from '#platform/server/events.ts'
import { openFileStore } from '#platform/server/files.ts'
import { router } from '#platform/server/http.ts'
import { openJobQueue } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { createMediaRunner } from '#platform/server/sandbox/sandbox.ts'

/**
 * The uploads of the web process in a process that a test can kill. Arguments: data folder, database, port. The user in
 * the header `x-test-user` is signed in.
 */
const [dataDir = '', url = '', port = ''] = process.argv.slice(2)
const log = silentLog()
const db = openDatabase(url)
const feature = openMedia({
  db,
  files: openFileStore(dataDir),
  jobs: await openJobQueue({ url, log }),
  events: await openEvents({ url, log }),
  log,
  media: createMediaRunner({ allowUnsandboxed: false, warn: () => undefined }),
  uploadsDir: `${dataDir}/uploads`,
  uploadLimits: async () => ({ plan: 'free', maxDurationMs: 180_000, maxBytes: 500_000_000 }),
  claimRoom: async () => undefined,
  retentionOf: async () => null,
  onRemoved: async () => undefined,
  onDuplicated: async () => undefined,
  onTransferred: async () => undefined,
  mail: { send: async () => undefined },
  publicUrl: 'https://wordpop.example',
  newId: () => crypto.randomUUID(),
  now: () => new Date(),
})
const app = router()
app.use((c, next) => {
  const userId = c.req.header('x-test-user')
  c.set('caller', userId === undefined ? null : { userId, email: `${userId}@example.com` })
  return next()
})
app.route('/api', feature.routes)
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) }, () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => void closeDatabase(db).then(() => process.exit(0)))
