/** Makes every test clip in advance: `node scripts/fixtures.ts`. */
import { CLIP_NAMES } from '../tests/fixtures/clips.ts'
import { fixture } from '../tests/fixtures/fixture.ts'

for (const name of CLIP_NAMES) console.log(`${name}: ${await fixture(name)}`)
