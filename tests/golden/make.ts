/** Redraws the golden frames: `node tests/golden/make.ts`. Look at every changed picture before you commit it. */
import { writeFile } from 'node:fs/promises'
import { GOLDEN_FRAMES, goldenPath, paintGolden } from './frames.ts'

for (const frame of GOLDEN_FRAMES) await writeFile(goldenPath(frame), paintGolden(frame).toBuffer('image/png'))
