import { once } from 'node:events'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { openLog } from '#platform/server/log.ts'
import { drillJob } from './drill-job.ts'

/** A worker with one job, to kill: `node worker-process.ts <database url>`; says `ready` on standard output. */
const [url = ''] = process.argv.slice(2)
const db = openDatabase(url)
const log = openLog({ part: 'drill', level: 'error' })
const worker = await startWorker({ db, url, jobs: [drillJob(db)], concurrency: 4, log })
process.stdout.write('ready\n')

await once(process, 'SIGTERM')
await worker.stop()
await closeDatabase(db)
