import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { describeIssues, readInput } from './input-body.ts'
import { shareText } from '../threads/shared-bytes.ts'

const Input = z.object({ ids: z.array(z.string().min(1)), note: z.string().default('none') })

test('reads the input of our pages and of other programs', () => {
  expect(readInput(Input, body({ json: { ids: ['a'] } }, true))).toEqual({ ids: ['a'], note: 'none' })
  expect(readInput(Input, body({ ids: ['a'], note: 'b' }, false))).toEqual({ ids: ['a'], note: 'b' })
})

test('names what is wrong with an input', () => {
  expect(() => readInput(Input, body({ json: { ids: ['a', ''] } }, true))).toThrow('ids.1: Too small')
})

test.each([
  ['no JSON', shareText('{"json": {"ids": ['), true],
  ['an input that is not wrapped', shareText('{"ids": ["a"]}'), true],
  ['a wrapped input where none is expected', shareText('{"json": {"ids": ["a"]}}'), false],
  ['null', shareText('null'), true],
])('refuses %s', (_what, bytes, isWrapped) => {
  expect(() => readInput(Input, { bytes, isWrapped })).toThrow(
    expect.objectContaining({ constructor: AppError, code: 'unprocessable' }),
  )
})

test('rejects an input in which everything is wrong with a short sentence', () => {
  const Choice = z.discriminatedUnion('type', [z.object({ type: z.literal('a'), ids: z.array(z.string().min(1)) })])
  const ids = Array.from({ length: 200_000 }, () => '')
  expect(() => readInput(Choice, body({ json: { type: 'a', ids } }, true))).toThrow(AppError)
  const issues = ids.slice(0, 50_000).map((_, at) => ({ message: 'Too small', path: ['ids', at] }))
  expect(describeIssues(issues).length).toBeLessThan(500)
})

test('runs the check of the caller before the schema', () => {
  const refuse = () => {
    throw new AppError('too_large', 'Too many.')
  }
  expect(() => readInput(Input, body({ json: 7 }, true), refuse)).toThrow('Too many.')
})

function body(value: unknown, isWrapped: boolean) {
  return { bytes: shareText(JSON.stringify(value)), isWrapped }
}
