import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take ten seconds or more, the longest first within their project. Begun late, one would run on alone when
 * all others have ended. Vitest knows durations only after a first run, and goes by size before.
 */
const LONGEST = [
  'tests/golden/parity.test.ts',
  'src/features/rendering/server/burn-in/burn-in.test.ts',
  'src/features/media/server/prepare/prepare.test.ts',
  'src/features/transcription/server/transcription.test.ts',
  'src/features/captions/web/transcript/transcript-keys.test.tsx',
  'src/features/transcription/model/hostile-text.test.ts',
  'src/features/rendering/server/painter/paint-frames.test.ts',
  'src/features/rendering/server/exports/rendering.test.ts',
  'tests/drills/postgres.test.ts',
  'tests/authorization/authorization.test.ts',
  'src/features/billing/server/money-model.test.ts',
  'tests/drills/worker.test.ts',
  'src/features/transcription/server/pocketsphinx/engine.test.ts',
  'src/features/transcription/server/pocketsphinx/alignment.test.ts',
  'src/platform/server/jobs.test.ts',
  'src/features/transcription/server/work/script-fit.test.ts',
  'tests/drills/billing.test.ts',
  'src/features/captions/model/large-captions.property.test.ts',
  'src/features/captions/web/editor.test.tsx',
  'src/features/captions/web/style/style-panel.test.tsx',
  'src/features/rendering/web/scene-painter.test.tsx',
  'src/platform/server/files/s3.test.ts',
  'src/features/media/server/prepare/prepare-job.test.ts',
  'src/app/server/body-limits.test.ts',
  'src/app/start.test.ts',
  'src/features/billing/server/providers/webhooks.test.ts',
  'src/features/media/server/files/filmstrip-sheets.test.ts',
  'src/app/services/readiness.test.ts',
  'tests/drills/suggestions.test.ts',
  'src/features/rendering/server/font-files.test.ts',
  'tests/drills/two-editors.test.ts',
  'src/app/wiring/jobs-fairness.test.ts',
  'tests/drills/mutated-fonts.test.ts',
]

/** The order of each project: its longest files first, then the others as Vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest's, which returns the sorted files
    const sorted = await super.sort(specifications)
    const projects = [...Map.groupBy(sorted, ({ project }) => project.name).values()]
    return projects.flatMap((files) => files.toSorted((one, other) => placeOf(one) - placeOf(other)))
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  const place = LONGEST.indexOf(relative(project.vitest.config.root, moduleId))
  return place === -1 ? LONGEST.length : place
}
