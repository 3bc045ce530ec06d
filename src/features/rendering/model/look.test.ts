import { expect, test } from 'vitest'
import { templateById } from '#features/templates/model/index.ts'
import { lookWith } from './look.ts'

test('a creator who changes nothing gets the template', () => {
  const template = templateById('karaoke')
  expect(lookWith(template, [])).toEqual(template)
  expect(lookWith(template, [{}])).toEqual(template)
})

test('size, position and colours are changed one by one, the last change winning', () => {
  const look = lookWith(templateById('karaoke'), [
    { font: { size: 0.05 }, layout: { y: 0.3 }, fill: { active: '#FF0000' } },
    { fill: { active: '#00FF00' }, font: { weight: 850 } },
  ])
  expect(look.font).toMatchObject({ size: 0.05, weight: 800, family: 'montserrat' })
  expect([look.layout.y, look.fill.active, look.fill.upcoming]).toEqual([0.3, '#00FF00', '#FFFFFF'])
})

test('a new base colour goes for the spoken word too where the template has none of its own', () => {
  expect(lookWith(templateById('clean-line'), [{ fill: { upcoming: '#112233' } }]).fill).toMatchObject({
    upcoming: '#112233',
    active: '#112233',
    spoken: '#112233',
  })
  expect(lookWith(templateById('karaoke'), [{ fill: { upcoming: '#112233' } }]).fill.active).toBe('#FFE14D')
})

test('an outline can be added, and taken away with a width of nothing', () => {
  expect(lookWith(templateById('clean-line'), [{ stroke: { color: '#123456' } }]).stroke).toEqual({
    width: 0.06,
    color: '#123456',
  })
  expect(lookWith(templateById('bounce'), [{ stroke: { width: 0 } }]).stroke).toBeNull()
})

test('an accent colour of turn gives way to a chosen one', () => {
  expect(lookWith(templateById('bounce'), [{ fill: { active: '#FFFFFF' } }]).accentActive).toBe(false)
  expect(lookWith(templateById('follow-pill'), [{ box: { color: '#FFFFFF' } }]).box?.color).toBe('#FFFFFF')
})
