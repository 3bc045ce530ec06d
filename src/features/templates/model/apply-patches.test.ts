import { expect, test } from 'vitest'
import { applyPatches, orderPatches } from './apply-patches.ts'
import { newestTemplate } from './catalogue.ts'
import { Look } from './look.ts'

test('returns the template without patches', () => {
  const template = newestTemplate('karaoke')
  expect(applyPatches(template, [])).toEqual(template)
  expect(applyPatches(template, [{}])).toEqual(template)
})

test('applies changes of size, position and colours in order, the last one winning', () => {
  const look = applyPatches(newestTemplate('karaoke'), [
    { font: { size: 0.05 }, layout: { y: 0.3 }, fill: { active: '#FF0000' } },
    { fill: { active: '#00FF00' }, font: { weight: 850 } },
  ])
  expect(look.font).toMatchObject({ size: 0.05, weight: 800, family: 'montserrat' })
  expect([look.layout.y, look.fill.active, look.fill.upcoming]).toEqual([0.3, '#00FF00', '#FFFFFF'])
})

test('uses a new base colour for the spoken word unless the template has its own', () => {
  expect(applyPatches(newestTemplate('clean-line'), [{ fill: { upcoming: '#112233' } }]).fill).toMatchObject({
    upcoming: '#112233',
    active: '#112233',
    spoken: '#112233',
  })
  expect(applyPatches(newestTemplate('karaoke'), [{ fill: { upcoming: '#112233' } }]).fill.active).toBe('#FFE14D')
})

test('adds an outline, and removes it at width zero', () => {
  expect(applyPatches(newestTemplate('clean-line'), [{ stroke: { color: '#123456' } }]).stroke).toEqual({
    width: 0.08,
    color: '#123456',
  })
  expect(applyPatches(newestTemplate('bounce'), [{ stroke: { width: 0 } }]).stroke).toBeNull()
})

test('replaces alternating accent colours by a chosen one', () => {
  expect(applyPatches(newestTemplate('bounce'), [{ fill: { active: '#FFFFFF' } }]).accentActive).toBe(false)
  expect(applyPatches(newestTemplate('follow-pill'), [{ box: { color: '#FFFFFF' } }]).box?.color).toBe('#FFFFFF')
})

test('keeps a gradient until the letters get another colour or gradient', () => {
  const template = newestTemplate('one-word-pop')
  const { fill } = template
  expect(applyPatches(template, [{ fill: { active: '#FF0000' } }]).fill.gradientTo).toBe(fill.gradientTo)
  expect(applyPatches(template, [{ fill: { upcoming: '#112233' } }]).fill.gradientTo).toBeNull()
  expect(applyPatches(template, [{ fill: { upcoming: '#112233', gradientTo: '#445566' } }]).fill.gradientTo).toBe(
    '#445566',
  )
})

test('adds a tilt and an exit by any of their fields, and removes them by null', () => {
  const template = newestTemplate('karaoke')
  const look = applyPatches(template, [{ transform: { tilt: 5 } }, { animation: { exit: { ms: 300 } } }])
  expect(look.transform).toEqual({ tilt: 5, skew: 0, wordTilt: 0, wordSkew: 0, alternate: false })
  expect(look.animation.exit).toEqual({ preset: 'fade', ms: 300, ease: 'out', amount: 0.4 })
  expect(
    Look.safeParse(Object.fromEntries(Object.keys(Look.shape).map((key) => [key, Reflect.get(look, key)]))).success,
  ).toBe(true)
  const removed = applyPatches({ ...template, ...look }, [{ transform: null, animation: { exit: null } }])
  expect([removed.transform, removed.animation.exit]).toEqual([null, null])
})

test('adds a box only with its shape, not with a colour alone', () => {
  const template = newestTemplate('karaoke')
  expect(applyPatches(template, [{ box: { color: '#123456' } }]).box).toBeNull()
  expect(applyPatches(template, [{ box: { scope: 'line', color: '#123456' } }]).box).toMatchObject({
    scope: 'line',
    color: '#123456',
  })
  expect(applyPatches(newestTemplate('boxed'), [{ box: null }]).box).toBeNull()
})

test('applies layers from the brand to the word, in any input order', () => {
  const patches = orderPatches({
    word: { font: { size: 0.05 } },
    caption: { font: { size: 0.04 } },
    speaker: { font: { size: 0.03 } },
    document: { font: { size: 0.02 } },
    brand: { font: { size: 0.01 }, layout: { y: 0.2 } },
  })
  expect(patches.map(({ font }) => font?.size)).toEqual([0.01, 0.02, 0.03, 0.04, 0.05])
  expect(applyPatches(newestTemplate('karaoke'), patches)).toMatchObject({ font: { size: 0.05 }, layout: { y: 0.2 } })
  expect(orderPatches({ document: undefined, caption: {} })).toEqual([{}])
})

test('keeps the other parameters of an animation when one is patched', () => {
  const template = newestTemplate('bounce')
  const { animation } = applyPatches(template, [{ animation: { active: { tilt: 9 } } }])
  expect(animation).toEqual({ ...template.animation, active: { ...template.animation.active, tilt: 9 } })
})

test('patches colours but no animation with reduced motion', () => {
  const template = newestTemplate('karaoke')
  const patch = { fill: { active: '#FF0000' }, animation: { enter: { preset: 'rise' as const, ms: 200, amount: 1 } } }
  expect(applyPatches(template, [patch]).animation.enter.preset).toBe('rise')
  const calm = applyPatches(template, [patch], { reducedMotion: true })
  expect(calm.animation).toEqual(template.reducedMotion.animation)
  expect(calm.fill.active).toBe('#FF0000')
})

test('gives a tag a look, and a box, by any of its fields, and takes both away by null', () => {
  const template = newestTemplate('karaoke')
  const look = applyPatches(template, [{ emphasis: { number: { tilt: 5 }, name: { box: { radius: 1 } } } }])
  expect(look.emphasis.number).toEqual({ color: '#FFE14D', scale: 1, tilt: 5 })
  expect(look.emphasis.name?.box).toEqual({ color: '#7C3AED', radius: 1, padX: 0.16, padY: 0.04 })
  expect(look.emphasis.color).toBe(template.emphasis.color)
  const patch = { emphasis: { number: null, name: { box: null } } }
  const again = applyPatches({ ...template, emphasis: look.emphasis }, [patch])
  expect([again.emphasis.number, again.emphasis.name?.box]).toEqual([null, null])
})
