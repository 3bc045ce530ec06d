import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { activeEffect } from './active-effect.ts'
import { boxEffect } from './box-effect.ts'
import { Ease } from './easing.ts'
import { Animation, effectsOf } from './effects.ts'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, type EntranceReach, NO_REACH, type Placement } from './enter-effect.ts'
import { inkEffect } from './ink-effect.ts'
import { activeReach, captionPose, entranceReach, exitPose, letterPose, lettersReach, wordPose } from './poses.ts'
import { revealEffect } from './reveal-effect.ts'
import { shapeEffect } from './shape-effect.ts'

const EM = 40
const MS = 300
const WORD = { sinceMs: 100, pastMs: -100, spokenMs: 200, index: 0 }

test.each(entrances())('ends an entrance at rest: $enter.preset, $enter.ease', (animation) => {
  expect(entering(animation, MS)).toMatchObject(AT_REST)
  const instant = Animation.parse({ ...animation, enter: { ...animation.enter, ms: 0 } })
  expect(entering(instant, 0)).toMatchObject(AT_REST)
})

test.each(entrances())('keeps an entrance within its reach: $enter.preset, $enter.ease', (animation) => {
  const reach = entranceReach(animation, animation.reveal, EM)
  for (let sinceMs = 0; sinceMs <= MS; sinceMs += 1) {
    const pose = entering(animation, sinceMs)
    const { alpha } = pose
    expect(isWithin(pose, reach)).toBe(true)
    expect(alpha).toBeGreaterThan(0)
    expect(alpha).toBeLessThanOrEqual(1)
  }
})

test.each(entrances())('runs an exit backwards within its reach: $enter.preset, $enter.ease', (entrance) => {
  const animation = animationWith({ exit: entrance.enter })
  const reach = entranceReach(animation, 'caption', EM)
  for (let leftMs = 0; leftMs <= MS; leftMs += 1) {
    const pose = exitPose(animation, { leftMs, lastsMs: 2_000, index: 0, em: EM })
    expect(pose).toEqual(
      captionPose({ ...entrance, reveal: 'caption' }, { sinceMs: leftMs, isFresh: true, index: 0, em: EM }),
    )
    expect(isWithin(pose, reach)).toBe(true)
  }
})

test.each(
  effectsOf('letters').flatMap(({ schema }) =>
    Ease.options.map((ease) => ({ preset: schema.shape.preset.value, ease })),
  ),
)('keeps every letter within its reach, and at rest in the end: $preset, $ease', ({ preset, ease }) => {
  const animation = animationWith({ letters: { preset, ms: MS, ease, amount: 0.6, gapMs: 40 } })
  const reach = lettersReach(animation, EM)
  const poseAt = (sinceMs: number) =>
    letterPose(animation, {
      sinceMs,
      spanMs: 500,
      index: 3,
      count: 6,
      em: EM,
      word: { sinceMs, spanMs: 500, index: 3, count: 6 },
    })
  for (let sinceMs = -20; sinceMs <= 1_000; sinceMs += 1) {
    const pose = poseAt(sinceMs)
    expect(pose !== null && isWithin(pose, reach)).toBe(true)
    expect(pose?.swap === null || reach.swaps).toBe(true)
  }
  expect(poseAt(5_000)).toEqual({ ...AT_REST, swap: null })
})

test('limits an exit to the second half of a caption', () => {
  const animation = animationWith({ exit: { preset: 'fade', ms: 1_000, ease: 'linear', amount: 0 } })
  const [before, within] = [200, 100].map((leftMs) => exitPose(animation, { leftMs, lastsMs: 400, index: 0, em: EM }))
  expect(before).toEqual(AT_REST)
  expect(within?.alpha).toBe(0.5)
})

test.each(entrances())('animates only revealed words: $enter.preset, $enter.ease', (animation) => {
  const other = animation.reveal === 'word' ? 'caption' : 'word'
  expect(entering(animation, 10, other)).toMatchObject(AT_REST)
  expect(entranceReach(animation, other, EM)).toEqual(NO_REACH)
})

test.each(actives())('keeps a spoken word within its reach: $active.preset, $active.ease', (animation) => {
  const reach = activeReach(animation)
  for (let sinceMs = -50; sinceMs <= 2 * MS; sinceMs += 1) {
    const pose = wordPose(animation, { sinceMs, pastMs: sinceMs - 200, spokenMs: 200, index: 1 }, EM)
    expect(pose.scale).toBeLessThanOrEqual(reach.scale)
    expect(Math.abs(pose.tilt)).toBeLessThanOrEqual(reach.tilt)
  }
})

test.each(actives())(
  'keeps a word at rest before and long after it is spoken: $active.preset, $active.ease',
  (animation) => {
    const before = wordPose(animation, { ...WORD, sinceMs: -1, pastMs: -201 }, EM)
    const after = wordPose(animation, { ...WORD, sinceMs: 5_000, pastMs: 4_800 }, EM)
    for (const pose of [before, after]) expect(pose).toEqual({ ...AT_REST, tilt: 0, filled: null, heft: 0 })
  },
)

test('tilts every second word the other way', () => {
  const animation = animationWith({
    active: { preset: 'scale', ms: MS, ease: 'out', from: 1, to: 1.2, tilt: 5 },
  })
  const [left, right] = [0, 1].map((index) => wordPose(animation, { ...WORD, index }, EM).tilt)
  expect(left).toBeLessThan(0)
  expect(right).toBe(-(left ?? 0))
})

test('does not compile an effect without its reach', () => {
  const pose = () => AT_REST
  const schema = z.strictObject({ preset: z.literal('jump'), ...ENTRANCE_FIELDS })
  const jump = { label: 'Jump', schema, parameters: [], start: {} }
  const letterBox = { label: 'A letter', schema: z.strictObject({ scope: z.literal('letter') }), followsWords: false }
  const refused = [
    // @ts-expect-error -- an entrance without reach
    enterEffect({ ...jump, pose }),
    // @ts-expect-error -- an effect of the spoken word without reach
    activeEffect({ ...jump, isMoving: true, pose: () => ({ scale: 1, tilt: 0, filled: null, heft: 0 }) }),
    // @ts-expect-error -- a way to reveal without reach
    revealEffect({ label: 'By letter', schema: z.literal('letter'), hidesUnspoken: true, pose }),
    // @ts-expect-error -- boxes without reach
    boxEffect({ ...letterBox, places: () => [], pose: () => [] }),
    // @ts-expect-error -- the form of a box without reach
    shapeEffect({ label: 'Star', schema: z.literal('star'), parts: () => [] }),
    // @ts-expect-error -- ink without reach
    inkEffect({ field: 'glow', schema: z.string(), pose: () => ({}) }),
  ]
  expect(refused.every((effect) => !('reach' in effect))).toBe(true)
})

test('finds no effect name outside the registry', async () => {
  expect(namesIn('src/features/site/x.ts', "animation.enter.preset === 'rise'")).toEqual(['rise'])
  expect(namesIn('src/features/site/x.ts', "animation: { reveal: 'caption' }, box: { scope: 'line' }")).toHaveLength(2)
  expect(namesIn('src/features/templates/model/x.ts', "pick(random, ['drop', 'fade'])")).toEqual(['drop', 'fade'])
  const found: string[] = []
  for await (const path of glob(['src/**/*.{ts,tsx}', 'scripts/*.ts', 'bench/*.ts']))
    if (!/\/templates\/model\/effects\/|\.test\.tsx?$/.test(path))
      found.push(...namesIn(path, await readFile(path, 'utf8')).map((name) => `${path}: ${name}`))
  expect(found).toEqual([])
})

const EFFECT_NAMES = [
  ...[...effectsOf('enter'), ...effectsOf('active'), ...effectsOf('letters')].map(
    ({ schema }) => schema.shape.preset.value,
  ),
  ...effectsOf('box').map(({ schema }) => schema.shape.scope.value),
  ...[...effectsOf('reveal'), ...effectsOf('shape')].map(({ schema }) => schema.value),
]

/** Words of templates that mean something else there: parts of a caption, patch layers, and parameters of effects. */
const OTHER_MEANINGS: Readonly<Record<string, readonly string[]>> = {
  'src/features/templates/model/apply-patches.ts': ['caption', 'word'],
  'src/features/templates/model/dim.ts': ['line', 'word'],
  'src/features/templates/model/look-fields/animation-fields.ts': ['weight'],
  'src/features/templates/model/transform.ts': ['caption', 'word'],
}

/** Effects that a file names. Other features use many of the words themselves, so only as the value of an effect. */
function namesIn(path: string, text: string): string[] {
  const isTemplate = path.startsWith('src/features/templates/')
  const before = isTemplate ? '' : String.raw`\b(?:preset|reveal|box\??\.scope|box: \{ scope)(?: ===| !==|:) `
  return [...new Set(EFFECT_NAMES)].filter(
    (name) => OTHER_MEANINGS[path]?.includes(name) !== true && new RegExp(`${before}'${name}'`).test(text),
  )
}

function isWithin({ scale, x, shift, tilt, skew }: Placement, reach: EntranceReach): boolean {
  return (
    scale <= reach.scale &&
    -x <= reach.left &&
    x <= reach.right &&
    -shift <= reach.above &&
    shift <= reach.below &&
    Math.abs(tilt) <= reach.tilt &&
    Math.abs(skew) <= reach.skew
  )
}

function entering(animation: Animation, sinceMs: number, part: 'caption' | 'word' = animation.reveal) {
  return part === 'caption'
    ? captionPose(animation, { sinceMs, isFresh: true, index: 0, em: EM })
    : wordPose(animation, { sinceMs, pastMs: sinceMs - 1_000, spokenMs: 1_000, index: 0 }, EM)
}

function entrances(): Animation[] {
  const presets = effectsOf('enter').map(({ schema }) => schema.shape.preset.value)
  return presets.flatMap((preset) =>
    Ease.options.flatMap((ease) =>
      (['caption', 'word'] as const).map((reveal) =>
        animationWith({ reveal, enter: { preset, ms: MS, ease, amount: 0.6 } }),
      ),
    ),
  )
}

function actives(): Animation[] {
  const presets = effectsOf('active').map(({ schema }) => schema.shape.preset.value)
  return presets.flatMap((preset) =>
    Ease.options.map((ease) => animationWith({ active: { preset, ms: MS, ease, from: 0.8, to: 1.2, tilt: 4 } })),
  )
}

function animationWith(parts: Partial<z.input<typeof Animation>>): Animation {
  return Animation.parse({
    reveal: 'caption',
    enter: { preset: 'none', ms: 0, ease: 'linear', amount: 0 },
    active: { preset: 'none', ms: 0, ease: 'linear', from: 1, to: 1, tilt: 0 },
    boxMs: 0,
    boxEase: 'linear',
    ...parts,
  })
}
