import { expect, test } from 'vitest'
import { endsOf, judgeByLabels } from '../bench/segmentation/judges.ts'
import { readRecordings } from '../bench/segmentation/labelled.ts'
import { brokenRules } from '../bench/segmentation/rules.ts'
import { cutByProduct, documentOf } from '../bench/segmentation/splitters.ts'
import { PROFILES } from '#features/captions/model/index.ts'

/** `bench/segmentation.ts` shows the figures of each half and language, beside other splitters. */
const HEARINGS = [
  { name: 'with punctuation', punctuated: true, paused: true, mostBad: 0.06 },
  { name: 'without punctuation', punctuated: false, paused: true, mostBad: 0.1 },
  { name: 'without punctuation or pauses', punctuated: false, paused: false, mostBad: 0.1 },
]
const CASES = HEARINGS.flatMap((pauses) => Object.values(PROFILES).map((profile) => ({ ...pauses, profile })))

test.each(CASES)('captions end at labelled places, $profile.label, $name', async ({ profile, mostBad, ...pauses }) => {
  const recordings = await readRecordings(pauses)
  const verdicts = recordings.map((each) => judgeByLabels(each, endsOf(cutByProduct(each, profile)).captions))
  const sum = (of: 'bad' | 'judged') => verdicts.reduce((total, verdict) => total + verdict[of], 0)
  expect(sum('judged')).toBeGreaterThan(250)
  expect(sum('bad') / sum('judged')).toBeLessThanOrEqual(mostBad)
  for (const each of recordings)
    expect(Object.values(brokenRules(documentOf(each, profile), profile)).every((count) => count === 0)).toBe(true)
})
