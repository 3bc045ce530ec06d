import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeNewSite } from '../support/new-site.ts'

/**
 * Before the first journey: builds the pages, as bin/start does, only if a source changed since the last build; and
 * makes the site that each product begins with.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  execFileSync('bash', ['-euc', 'PATH="$PWD/node_modules/.bin:$PATH"; . bin/lib.sh; build_pages'], { stdio: 'inherit' })
  const newSite = await mkdtemp(join(tmpdir(), 'journeys-new-'))
  await makeNewSite(newSite)
  // The processes of the journeys inherit it.
  process.env['JOURNEYS_NEW_SITE'] = newSite
  return () => rm(newSite, { recursive: true, force: true })
}
