import { expect, test } from 'vitest'
import type { TableRow } from './batch.ts'
import { readLattice } from './lattice.ts'
import { wordConfidence } from './word-confidence.ts'

/** As the recogniser writes them: a word begins at its node, and ends where its link leads. */
const LATTICE = [
  'VERSION=1.0',
  'start=0\tend=5',
  'I=0\tt=0.00\tW=!SENT_START\tv=1',
  'I=1\tt=0.10\tW=train\tv=1',
  'I=2\tt=0.10\tW=trained\tv=1',
  'I=3\tt=0.12\tW=train\tv=2',
  'I=4\tt=0.50\tW=!NULL\tv=1',
  'I=5\tt=0.60\tW=!SENT_END\tv=1',
  'J=0\tS=0\tE=1\ta=-10.000000\tp=0.5',
  'J=1\tS=1\tE=4\ta=-420.250000\tp=0.5',
  'J=2\tS=2\tE=4\ta=-431.000000\tp=0.2',
  'J=3\tS=3\tE=5\ta=-450.000000\tp=3e-1',
  'J=4\tS=4\tE=5\ta=-9.000000\tp=0.7',
].join('\n')
const ROW: TableRow = { word: 'train', startMs: 20_100, endMs: 20_500, posterior: 0.5, score: -25_000 }

test('reads the words of a lattice with their times in the media, without silence', () => {
  expect(readLattice(LATTICE, 20_000)).toEqual([
    { word: 'train', startMs: 20_100, endMs: 20_500, probability: 0.5 },
    { word: 'trained', startMs: 20_100, endMs: 20_500, probability: 0.2 },
    { word: 'train', startMs: 20_120, endMs: 20_600, probability: 0.3 },
  ])
  expect(readLattice('Frames 71\nN 3', 0)).toEqual([])
})

test('adds up what supports a word, at whatever moment it begins', () => {
  const arcs = readLattice(LATTICE, 20_000)
  const [one] = arcs
  expect(wordConfidence(ROW, arcs)).toBeCloseTo(0.6, 6)
  expect(wordConfidence(ROW, one === undefined ? [] : [one])).toBeCloseTo(3 / 35, 6)
})

test('ignores other words, and the same word at another time', () => {
  const arcs = readLattice(LATTICE, 20_000)
  expect(wordConfidence({ ...ROW, word: 'trains' }, arcs)).toBe(0)
  expect(wordConfidence({ ...ROW, startMs: 21_100, endMs: 21_500 }, arcs)).toBe(0)
})

test('without a lattice the probability of the recogniser stands in', () => {
  expect(wordConfidence({ ...ROW, posterior: 0.8 }, [])).toBeCloseTo(0.6, 6)
  expect([0, 1].map((posterior) => wordConfidence({ ...ROW, posterior }, []))).toEqual([0, 1])
})
