import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CaptionDocument, cuesOf, type CommandType, wordIndex } from '#features/captions/model/index.ts'
import { findAnchor } from '#features/review/model/index.ts'
import { COMMAND_TYPES, commandFor } from '../support/caption-edits.ts'
import { startReview } from '../support/review.ts'
import { openTestEditor, readSavedState, settle } from '../support/two-editors.ts'

const EDITS = 500
/** A comment, a decision and a switch of the mode after every so many edits. */
const COMMENT_EVERY = 10
const DECIDE_EVERY = 4
const SWITCH_EVERY = 15
/** Edits that remove words come more often than in real work. */
const TYPES: readonly CommandType[] = [
  ...COMMAND_TYPES.filter((type) => type !== 'restore'),
  'deleteWords',
  'insertWords',
  'insertWords',
  'insertWords',
  'insertWords',
  'setWordText',
  'setWordText',
]

const lab = await startReview()

test('two people who edit, suggest, decide and comment on the same words converge', { timeout: 600_000 }, async () => {
  const random = randomFrom(11)
  const { projectId, first, people } = await start()
  const started: string[] = []
  const decided = { accepted: 0, unfit: 0, declined: 0 }
  for (let at = 0; at < EDITS; at++) {
    const [who, other] = random(2) === 0 ? people : ([people[1], people[0]] as const)
    const { store } = who.editor
    if (at % SWITCH_EVERY === 0) await store.actions.setSuggesting(random(3) > 0)
    const place = random(200)
    const { doc } = store.getState()
    expect(doc.words, 'an edit emptied the captions').not.toHaveLength(0)
    const type = TYPES[random(TYPES.length)] ?? 'insertWords'
    const command = commandFor(doc, { type, a: place, b: random(200), text: `text${random(20)}` }, `n${at}`)
    if (command !== undefined) store.actions.edit([command])
    if (at % 9 === 8) store.actions.undo()
    if (at % 3 === 0) await store.actions.flush()
    if (at % COMMENT_EVERY === 0) started.push(await commentAt(who, projectId, place))
    if (at % DECIDE_EVERY !== 0) continue
    const { waiting } = await other.captions.suggestions({ projectId })
    const ids = waiting.filter(() => random(3) === 0).map(({ id }) => id)
    if (ids.length === 0) continue
    const decision = random(4) === 0 ? 'decline' : 'accept'
    const { accepted, unfit } = await other.editor.store.actions.decideSuggestions(ids, decision)
    if (decision === 'decline') decided.declined += ids.length
    decided.accepted += accepted.length
    decided.unfit += unfit.length
  }
  for (const { editor } of people) await editor.store.actions.setSuggesting(false)
  await settle(people.map(({ editor }) => editor))

  const { document, replayed, log } = await readSavedState(lab.db, projectId, first)
  expect(document, 'the log leads to the captions').toEqual(replayed)
  for (const { editor } of people) expect({ ...editor.store.getState().doc, rev: 0 }).toEqual(document)
  await expectComments(document, people[0], projectId, started)
  await expectDecisions(projectId, new Set(log.map(({ batchId }) => batchId)))
  expect(started).toHaveLength(EDITS / COMMENT_EVERY)
  expect(decided.accepted, JSON.stringify(decided)).toBeGreaterThan(30)
  expect(decided.declined, JSON.stringify(decided)).toBeGreaterThan(5)
  expect(log.length, 'live edits and accepted ones').toBeGreaterThan(100)
  expect(cuesOf(document).length).toBeGreaterThan(0)
})

type Person = Awaited<ReturnType<typeof start>>['people'][number]

/** Comments on the saved word at a place, and on some after it. */
async function commentAt({ captions, review }: Person, projectId: string, place: number): Promise<string> {
  await lab.db.$client.query(`delete from auth_rate_limits where key like 'review-%' or key like 'caption-%'`)
  for (;;) {
    const { words } = (await captions.get({ projectId })).document
    const at = place % words.length
    const [firstWordId = '', lastWordId = ''] = [words[at]?.id, words[Math.min(words.length - 1, at + 3)]?.id]
    try {
      return (await review.start({ projectId, firstWordId, lastWordId, text: 'A comment' })).id
    } catch (error) {
      // The words may have been deleted meanwhile.
      expect(error).toMatchObject({ code: 'conflict' })
    }
  }
}

/** Every comment exists, and leads to a word: its own, or a stored neighbour that is there. */
async function expectComments(
  doc: Pick<CaptionDocument, 'words'> & CaptionDocument,
  { review }: Person,
  projectId: string,
  started: readonly string[],
): Promise<void> {
  const { open } = await review.overview({ projectId })
  expect(open.map(({ threadId }) => threadId).toSorted()).toEqual(started.toSorted())
  for (const anchor of open) {
    const { nearWordId } = anchor
    const isKnown = nearWordId !== null && wordIndex(doc, nearWordId) >= 0
    if (findAnchor(doc, anchor)?.isMoved !== false) expect(isKnown, JSON.stringify(anchor)).toBe(true)
  }
}

/** Exactly the accepted suggestions are part of the captions. */
async function expectDecisions(projectId: string, saved: ReadonlySet<string>): Promise<void> {
  const { rows } = await lab.db.$client.query<{ id: string; state: string }>(
    'select id, state from caption_suggestions where project_id = $1',
    [projectId],
  )
  expect(rows.filter(({ id, state }) => saved.has(id) !== (state === 'accepted'))).toEqual([])
}

/** Ada's project of 200 words, and Bob, whom she made an editor; both have it open. */
async function start() {
  const ada = await lab.person('Ada')
  const bob = await lab.person('Bob')
  await lab.join(ada, bob)
  const said = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')
  const projectId = await lab.project(ada, said)
  const { document: first } = await ada.captions.get({ projectId })
  const open = async (person: typeof ada) => {
    const { captions } = person
    const api = {
      get: (input: Parameters<typeof captions.get>[0]) => captions.get(input),
      apply: (input: Parameters<typeof captions.apply>[0]) => captions.apply(input),
      watch: (input: { projectId: string; revision: number }, options: { signal: AbortSignal }) =>
        captions.watch(input, options),
      here: async () => ({ people: [] }),
    }
    const editor = await openTestEditor(api, { projectId, clientId: randomUUID(), suggestionsApi: captions })
    editor.store.actions.follow()
    return { ...person, editor }
  }
  return { projectId, first, people: [await open(ada), await open(bob)] as const }
}

/** Whole numbers from 0, always the same ones (a linear congruential generator). */
function randomFrom(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
}
