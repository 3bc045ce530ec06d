import { expect, test } from 'vitest'
import { rolesOf } from './word-roles.ts'
import { english } from './english.ts'
import { englishVerbs } from './english-verbs.ts'

test.each([
  { verbs: 'agree disagree', forms: 'agreed agreeing agrees disagreed disagreeing' },
  { verbs: 'lie tie die', forms: 'lied lying tied tying died dying dies' },
  {
    verbs: 'begin forget admit prefer',
    forms: 'beginning forgetting admitting admitted preferring preferred prefers',
  },
  { verbs: 'stop bake cry play see', forms: 'stopped stopping baked baking cried crying played sees seeing' },
])('knows the past and the progressive of $verbs', ({ forms }) => {
  expect(forms.split(' ').filter((form) => !englishVerbs.has(form))).toEqual([])
})

test.each(['agreeed', 'lieing', 'liing', 'begining', 'admiting', 'prefering', 'seed'])('%s is no verb', (word) => {
  expect(englishVerbs.has(word)).toBe(false)
})

test('"agreed" is the verb of its sentence, "speed" is not', () => {
  expect(rolesOf(['people', 'agreed'], english)).toEqual(['noun', 'verb'])
  expect(rolesOf(['people', 'speed'], english)).toEqual(['noun', 'noun'])
})
