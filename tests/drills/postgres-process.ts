import { startPostgres } from '#platform/server/database/postgres.ts'

/** Starts or joins the embedded PostgreSQL of a folder and tells where it is: `node postgres-process.ts <folder>`. */
const [dataDir = ''] = process.argv.slice(2)
const { url, started, directory } = await startPostgres({ dataDir, say: () => {} })
process.stdout.write(`${JSON.stringify({ url, started, directory })}\n`)
