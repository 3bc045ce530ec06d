import { existsSync } from 'node:fs'
import { mkdtemp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { withLock } from '#platform/server/database/lock.ts'
import { copyNewSite, makeNewSite } from '../support/new-site.ts'

/**
 * Creates a data folder of a site that nobody has used yet. The first drill of a run makes the site, and all copy it: an
 * empty folder would take each product ten seconds. The caller removes the folder.
 */
export async function createNewData(): Promise<string> {
  const { drillSites } = inject('postgres')
  const made = join(drillSites, 'new')
  await withLock(join(drillSites, 'lock'), async () => {
    if (existsSync(made)) return
    const unfinished = await mkdtemp(join(drillSites, 'unfinished-'))
    await makeNewSite(unfinished)
    await rename(unfinished, made)
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'drill-'))
  await copyNewSite(made, dataDir)
  return dataDir
}
