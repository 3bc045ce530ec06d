/** Makes every test clip now, so that tests need not: `node scripts/fixtures.ts`. */
import { CLIP_NAMES } from '../tests/fixtures/clips.ts'
import { fixture } from '../tests/fixtures/fixture.ts'

for (const name of CLIP_NAMES) console.log(`${name}: ${await fixture(name)}`)
