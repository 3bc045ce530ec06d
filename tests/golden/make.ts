/** Redraws the golden frames: `node tests/golden/make.ts`. Look at every changed picture before you commit it. */
import { writeFile } from 'node:fs/promises'
import { filmPath, GOLDEN_FILMS, paintFilm } from './films.ts'
import { GOLDEN_FRAMES, goldenPath, paintGolden } from './frames.ts'
import { GOLDEN_STRIPS, paintStrip, stripPath } from './strips.ts'

for (const frame of GOLDEN_FRAMES) await writeFile(goldenPath(frame), paintGolden(frame).toBuffer('image/png'))
for (const strip of GOLDEN_STRIPS) await writeFile(stripPath(strip), paintStrip(strip).toBuffer('image/png'))
for (const { name, tMs, film } of GOLDEN_FILMS) await writeFile(filmPath(name), paintFilm(film, tMs).toBuffer('image/png'))
