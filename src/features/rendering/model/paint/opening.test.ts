import { expect, test } from 'vitest'
import { openingTime, templateOf } from '#features/captions/model/index.ts'
import { TEMPLATES } from '#features/templates/model/index.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import { evenLetters } from '../../../../../tests/support/even-letters.ts'
import { sceneOf, stateAt, trackOf } from '../index.ts'

test.each(TEMPLATES.map(({ id, version }) => ({ id, version })))(
  '$id $version: captions that open show the first caption whole',
  (template) => {
    const doc = { ...documentOf('Never lose a word again. It is a new day.'), template }
    const frame = { width: doc.media.w, height: doc.media.h }
    const scene = sceneOf({ track: trackOf(doc), template: templateOf(doc), frame, context: evenLetters() })
    const state = stateAt(scene, openingTime(doc) ?? 0)
    expect(state?.alpha).toBeGreaterThan(0.95)
    expect(state?.poses.map(({ tone }) => tone)).not.toContain('hidden')
    const spoken = state?.poses.find(({ tone }) => tone === 'active') ?? state?.poses.at(-1)
    // Slow entrances are nearly over in the middle of a word of 300 ms.
    expect(spoken?.alpha).toBeGreaterThan(0.85)
    expect(Math.abs((state?.scale ?? 0) - 1), 'its entrance is over').toBeLessThan(0.05)
  },
)
