/**
 * Adds up the reports of one run and prints `N passed, N failed` last: `node scripts/tally.ts test-results/vitest.json
 * test-results/journeys.json`. Exits with 1 if a report is missing, a test failed, or nothing ran.
 */
import { readFile } from 'node:fs/promises'
import { tally } from './tally-reports.ts'

const reports = await Promise.all(
  process.argv.slice(2).map(async (path) => JSON.parse(await readFile(path, 'utf8')) as unknown),
)
const { passed, failed, skipped, kinds } = tally(reports)

for (const title of skipped) console.log(`skipped: ${title}`)
for (const title of failed) console.log(`failed: ${title}`)
const parts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`)
console.log(`passed: ${parts.join(', ')}; skipped: ${skipped.length}`)
console.log(`${passed} passed, ${failed.length} failed`)
if (failed.length > 0 || passed === 0) process.exitCode = 1
