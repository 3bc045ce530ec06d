import { expect, test } from 'vitest'
import { type CaptionDocument, type CommandType, wordIndex } from '#features/captions/model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { COMMAND_TYPES, commandFor } from '../../../../tests/support/caption-edits.ts'
import { startReview } from '../../../../tests/support/review.ts'
import { findAnchor } from '../model/index.ts'

const EDITS = 500
/** A comment after every so many edits. */
const COMMENT_EVERY = 10
/** Edits that remove words come more often than in real work. */
const TYPES: readonly CommandType[] = [
  ...COMMAND_TYPES.filter((type) => type !== 'restore'),
  'deleteWords',
  'insertWords',
  'insertWords',
  'insertWords',
  'insertWords',
]

const lab = await startReview()
const ada = await lab.person('Ada')
const bob = await lab.person('Bob')
await lab.join(ada, bob)

test('no comment is lost in 500 random edits by two people', { timeout: 300_000 }, async () => {
  const random = randomFrom(7)
  const said = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')
  const projectId = await lab.project(ada, said)
  const started: string[] = []
  let saved = 0
  for (let at = 0; at < EDITS; at++) {
    const who = random(2) === 0 ? ada : bob
    const { document } = await who.captions.get({ projectId })
    expect(document.words, 'an edit emptied the captions').not.toHaveLength(0)
    const type = TYPES[random(TYPES.length)] ?? 'insertWords'
    const intent = { type, a: random(200), b: random(200), text: `text${random(20)}` }
    const command = commandFor(document, intent, `n${at}`)
    if (command !== undefined && (await isSaved(lab.edit(who, projectId, [command])))) saved++
    const { document: after } = await who.captions.get({ projectId })
    if (at % COMMENT_EVERY === 0) started.push(await commentOn(after, who, projectId, random))
    if (at % COMMENT_EVERY === 5) await expectPlaces(after, projectId, started)
  }
  const { document } = await ada.captions.get({ projectId })
  await expectPlaces(document, projectId, started)
  expect(saved, 'most edits fit').toBeGreaterThan(EDITS / 2)
  expect(started).toHaveLength(EDITS / COMMENT_EVERY)
})

type Person = typeof ada
type RandomBelow = (end: number) => number

async function commentOn(doc: CaptionDocument, who: Person, projectId: string, random: RandomBelow): Promise<string> {
  await lab.db.$client.query(`delete from auth_rate_limits where key like 'review-%'`)
  const first = random(doc.words.length)
  const last = Math.min(doc.words.length - 1, first + random(4))
  const [firstWordId = '', lastWordId = ''] = [doc.words[first]?.id, doc.words[last]?.id]
  return (await who.review.start({ projectId, firstWordId, lastWordId, text: 'A comment' })).id
}

/** Every comment exists, and leads to a word: its own, or a stored neighbour that is there. */
async function expectPlaces(doc: CaptionDocument, projectId: string, started: readonly string[]): Promise<void> {
  const { open } = await ada.review.overview({ projectId })
  expect(open.map(({ threadId }) => threadId).toSorted()).toEqual(started.toSorted())
  for (const anchor of open) {
    const found = findAnchor(doc, anchor)
    const { nearWordId } = anchor
    const isKnown = nearWordId !== null && wordIndex(doc, nearWordId) >= 0
    if (found?.isMoved !== false) expect(isKnown, JSON.stringify(anchor)).toBe(true)
  }
}

async function isSaved(edit: Promise<{ saved: readonly unknown[] }>): Promise<boolean> {
  try {
    return (await edit).saved.length > 0
  } catch (error) {
    // A random edit may not fit.
    if (error instanceof AppError) return false
    throw error
  }
}

/** Whole numbers from 0, always the same ones (a linear congruential generator). */
function randomFrom(seed: number): RandomBelow {
  let state = seed
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
}
