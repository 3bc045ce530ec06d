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
  'tests/drills/backup.test.ts',
  'src/features/rendering/server/painter/paint-frames.test.ts',
  'src/features/transcription/server/pocketsphinx/alignment.test.ts',
  'src/features/transcription/model/hostile-text.test.ts',
  'src/features/transcription/server/transcription.test.ts',
  'tests/golden/colours.test.ts',
  'tests/drills/sound-first.test.ts',
  'src/features/transcription/server/transcribe/script-fit.test.ts',
  'src/features/captions/web/editor.test.tsx',
  'src/features/rendering/server/exports/rendering.test.ts',
  'src/app/services/backup.test.ts',
  'src/app/doctor.test.ts',
  'src/features/captions/web/transcript/transcript-keys.test.tsx',
  'tests/drills/postgres.test.ts',
  'tests/authorization/authorization.test.ts',
  'tests/drills/suggestions.test.ts',
  'tests/drills/billing.test.ts',
  'src/features/captions/web/versions/history-panel.test.tsx',
  'src/features/media/server/prepare/prepare-job.test.ts',
  'src/features/rendering/web/preview/scene-painter.test.tsx',
  'src/features/media/server/files/filmstrip-sheets.test.ts',
  'src/features/transcription/server/transcribe/early-run.test.ts',
  'src/features/rendering/web/picker/template-picker.test.tsx',
  'src/features/captions/web/style/style-panel.test.tsx',
  'tests/fixtures/fixture.test.ts',
  'src/features/media/server/decode/copy-preview.test.ts',
  'tests/architecture.test.ts',
  'src/features/captions/web/playback/playback-options.test.tsx',
  'src/features/captions/web/store/pending-work.test.tsx',
  'src/app/wiring/site-pictures.test.ts',
  'tests/drills/product.test.ts',
  'src/features/captions/web/timeline/timeline.test.tsx',
  'tests/drills/two-editors.test.ts',
  'src/features/rendering/web/preview/picture-editing.test.tsx',
  'src/app/services/file-store.test.ts',
  'src/features/rendering/server/font-files.test.ts',
  'src/app/start.test.ts',
  'src/features/media/web/library/library.test.tsx',
  'src/features/transcription/server/voice-activity/voice-activity.test.ts',
  'src/app/wiring/jobs-fairness.test.ts',
  'src/features/captions/model/large-captions.property.test.ts',
  'src/platform/server/files/s3.test.ts',
  'tests/drills/demo-data.test.ts',
  'src/features/media/server/early-sound/early-sounds.test.ts',
  'src/features/rendering/server/burn-in/censor-sound.test.ts',
  'src/features/media/server/decode/refuse.test.ts',
  'tests/drills/worker.test.ts',
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
