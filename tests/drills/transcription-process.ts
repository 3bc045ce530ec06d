import { join } from 'node:path'
import { ownWordsTasks } from '#features/captions/server/index.ts'
import { ledger } from '#features/credits/server/index.ts'
import { openSpeech, transcribeJob } from '#features/transcription/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/db.ts'
import { openEvents } from '#platform/server/events.ts'
import { openFileStore } from '#platform/server/files.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { openThreadPool } from '#platform/server/threads/thread-pool.ts'
import { pausingSpeech } from '../support/pausing-speech.ts'

/** A worker process to kill in the middle of a run: `node transcription-process.ts <database url> <data directory>`. */
const [, , url = '', dataDir = ''] = process.argv
const db = openDatabase(url)
const log = silentLog()
const files = openFileStore(dataDir)
const job = transcribeJob({
  db,
  log,
  events: await openEvents({ url, log }),
  files,
  ledger: ledger({ now: systemClock }),
  speech: pausingSpeech(
    openSpeech({ modelsDirectory: join(dataDir, 'models'), temporary: files.temporary, now: systemClock }),
  ),
  ownWords: ownWordsTasks,
  threadPool: openThreadPool(),
  threads: 1,
  onTranscribed: async () => undefined,
  now: systemClock,
})
await startWorker({ db, url, jobs: [job], concurrency: 1, log })
