import { EngineFailure } from '../ports.ts'

/** The header of a trie language model, the binary format of sphinxbase since 2015. */
const MAGIC = 'Trie Language Model'
/** The model stores logarithms to this base. */
const LOG_BASE = 1.000_1
/** Bytes of a unigram: its probability and back-off weight as floats, and the place of its first bigram. */
const UNIGRAM_BYTES = 12
/** Bytes of one table of quantised weights: 65,536 floats. */
const TABLE_BYTES = 4 * 65_536

/**
 * Makes words likelier in a trigram model, and adds those that it lacks; they have no bigrams, so every history backs off
 * to their unigram.
 * @param words as in the dictionary, in lower case
 * @param probability of each, unless the model gives it a higher one
 * @returns a changed copy
 * @throws EngineFailure for another format
 */
export function boostWords(model: Buffer, words: readonly string[], probability: number): Buffer {
  const { unigrams, unigramsAt, stringsAt } = layoutOf(model)
  const known = placesOf(model, words, stringsAt)
  const added = [...new Set(words)].filter((word) => !known.has(word))
  // A larger vocabulary would need more bits in each packed trigram.
  if (bitsOf(unigrams + added.length) !== bitsOf(unigrams))
    throw new EngineFailure('too many words to add to the model')
  const weight = Math.log(probability) / Math.log(LOG_BASE)
  const endAt = unigramsAt + unigrams * UNIGRAM_BYTES
  const [before, end, rest] = [
    Buffer.from(model.subarray(0, endAt)),
    // One more than there are words: it closes the bigrams of the last one.
    model.subarray(endAt, endAt + UNIGRAM_BYTES),
    model.subarray(endAt + UNIGRAM_BYTES, stringsAt),
  ]
  before.writeUInt32LE(unigrams + added.length, MAGIC.length + 1)
  for (const place of known.values()) {
    const at = unigramsAt + place * UNIGRAM_BYTES
    before.writeFloatLE(Math.max(weight, before.readFloatLE(at)), at)
  }
  const unigram = Buffer.alloc(UNIGRAM_BYTES)
  unigram.writeFloatLE(weight, 0)
  unigram.writeUInt32LE(end.readUInt32LE(8), 8)
  const strings = Buffer.concat([model.subarray(stringsAt + 4), Buffer.from(added.map((word) => `${word}\0`).join(''))])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(strings.length)
  return Buffer.concat([before, ...added.map(() => unigram), end, rest, length, strings])
}

/**
 * The words of a trigram model, the likeliest first.
 * @throws EngineFailure for another format
 */
export function wordsByProbability(model: Buffer): string[] {
  const { unigramsAt, stringsAt } = layoutOf(model)
  const weighted: { readonly word: string; readonly weight: number }[] = []
  for (const [place, word] of wordsOf(model, stringsAt))
    weighted.push({ word, weight: model.readFloatLE(unigramsAt + place * UNIGRAM_BYTES) })
  return weighted.toSorted((a, b) => b.weight - a.weight).map(({ word }) => word)
}

type Layout = { readonly unigrams: number; readonly unigramsAt: number; readonly stringsAt: number }

function layoutOf(model: Buffer): Layout {
  const countsAt = MAGIC.length + 1
  const isTrie = model.subarray(0, MAGIC.length).toString('latin1') === MAGIC
  const isQuantised = isTrie && model.readUInt32LE(countsAt + 12) === 1
  if (!isQuantised || model[MAGIC.length] !== 3) throw unknownLayout()
  const unigrams = model.readUInt32LE(countsAt)
  const unigramsAt = countsAt + 16 + 3 * TABLE_BYTES
  let last = 0
  for (let place = 0; place <= unigrams; place += 1) {
    const next = model.readUInt32LE(unigramsAt + place * UNIGRAM_BYTES + 8)
    if (next < last) throw unknownLayout()
    last = next
  }
  return { unigrams, unigramsAt, stringsAt: stringsOf(model, unigrams) }
}

/** The words end the file, after their length in bytes. */
function stringsOf(model: Buffer, unigrams: number): number {
  let words = 0
  for (let at = model.length - 1; at >= 4; at -= 1) {
    if (words === unigrams && model.readUInt32LE(at - 4) === model.length - at) return at - 4
    if (model[at] === 0) words += 1
    if (words > unigrams) break
  }
  throw unknownLayout()
}

function unknownLayout(): EngineFailure {
  return new EngineFailure('the language model has an unknown layout')
}

function bitsOf(largest: number): number {
  return Math.floor(Math.log2(largest)) + 1
}

function placesOf(model: Buffer, words: readonly string[], stringsAt: number): Map<string, number> {
  const wanted = new Set(words)
  const places = new Map<string, number>()
  for (const [place, word] of wordsOf(model, stringsAt)) if (wanted.has(word)) places.set(word, place)
  return places
}

/** The words with their places. */
function* wordsOf(model: Buffer, stringsAt: number): Iterable<[place: number, word: string]> {
  let place = 0
  let start = stringsAt + 4
  for (let end = model.indexOf(0, start); end >= 0; end = model.indexOf(0, start)) {
    yield [place, model.toString('utf8', start, end)]
    start = end + 1
    place += 1
  }
}
