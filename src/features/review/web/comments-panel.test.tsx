import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type CaptionDocument, createDocument } from '#features/captions/model/index.ts'
import type { CommentsSlot } from '#features/captions/web/index.ts'
import { answerRequests, type Answers, refusal, Site } from '../../../../tests/support/web.tsx'
import type { Thread } from '../model/index.ts'
import { CommentsPanel } from './comments-panel.tsx'

const THREAD: Thread = {
  id: '0a000000-0000-4000-8000-000000000001',
  firstWordId: 'w2',
  lastWordId: 'w3',
  nearWordId: null,
  quote: 'two three',
  isResolved: false,
  comments: [comment({ id: '0a000000-0000-4000-8000-000000000002', author: 'Lena', isGuest: true })],
}
const NONE: Answers = {
  'review/overview': { open: [], decisions: [] },
  'review/threads': { threads: [], next: null },
  'review/people': [{ userId: 'u1', name: 'Bob', access: 'editor' }],
}
const DECISION = {
  author: 'Vera',
  isGuest: false,
  isOwn: false,
  decision: 'approved',
  revision: 1,
  decidedAt: '2026-11-24T10:00:00.000Z',
} as const
const NO_REPLIES: CommentsSlot['replies'] = new Map()
const OTHERS = { firstWordId: 'w1', lastWordId: 'w1', quote: 'one' }
const SELECTED = { firstWordId: 'w2', lastWordId: 'w3', quote: 'two three' }

afterEach(() => vi.unstubAllGlobals())

test('says how to begin without a selection or a comment', async () => {
  await show({ selected: null })
  await expect.element(page.getByText('Select words in the transcript to comment on them.')).toBeVisible()
  await expect.element(page.getByText('No open comments')).toBeVisible()
})

test('saves the edits before a comment on the selected words, and offers people after @', async () => {
  const order: string[] = []
  const { calls } = await show(
    { selected: SELECTED, save: async () => void order.push('saved') },
    { 'review/start': () => (order.push('started'), THREAD) },
  )
  await field().click()
  await userEvent.keyboard('Look @b')
  await userEvent.keyboard('{Tab}')
  await expect.element(field()).toHaveValue('Look @Bob ')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => order).toEqual(['saved', 'started'])
  expect(calls.find(({ name }) => name === 'review/start')?.input).toMatchObject({
    json: { firstWordId: 'w2', lastWordId: 'w3', text: 'Look @Bob' },
  })
  await expect.element(field()).toHaveValue('')
})

test('keeps a comment that is too long or refused, and says why', async () => {
  const gone = 'These words were just deleted or replaced. Select other words and send the comment again.'
  await show({ selected: SELECTED }, { 'review/start': refusal(409, 'conflict', gone) })
  const long = 'x'.repeat(10_000)
  await userEvent.fill(field(), long)
  await expect.element(page.getByText('10,000 of 5,000')).toBeVisible()
  await send().click()
  await expect.element(page.getByText(/^A comment has at most 5,000 characters/)).toBeVisible()
  await expect.element(field()).toHaveValue(long)
  await userEvent.fill(field(), 'Short')
  await send().click()
  await expect.element(page.getByText(gone)).toBeVisible()
  await expect.element(field()).toHaveValue('Short')
})

test('begins with the comment and the reply that were being written, until they are sent', async () => {
  const replies = new Map([[THREAD.id, 'I think']])
  const onReply = (of: string, text: string) => void replies.set(of, text)
  const onDraft = vi.fn<CommentsSlot['onDraft']>()
  await show(
    { selected: SELECTED, draft: { text: 'Slower', words: SELECTED }, onDraft, replies, onReply },
    { 'review/threads': { threads: [THREAD], next: null }, 'review/start': THREAD },
  )
  await expect.element(field()).toHaveValue('Slower')
  const reply = page.getByRole('combobox', { name: 'Reply about “two three”' })
  await expect.element(reply).toHaveValue('I think')
  await userEvent.fill(reply, 'I think so')
  expect(replies.get(THREAD.id)).toBe('I think so')
  await page.getByRole('article').getByRole('button', { name: 'Cancel' }).click()
  expect(replies.get(THREAD.id)).toBe('')
  await send().click()
  await expect.poll(() => onDraft.mock.lastCall).toEqual([null])
})

test('a comment that is begun stays with its words when others are selected', async () => {
  const { calls, select } = await show({ selected: SELECTED }, { 'review/start': THREAD })
  await userEvent.fill(field(), 'Slower')
  await select(OTHERS)
  const begun = page.getByRole('combobox', { name: 'Comment on “two three”' })
  await expect.element(begun).toHaveValue('Slower')
  await send().click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'review/start')?.input)
    .toMatchObject({
      json: { firstWordId: 'w2', lastWordId: 'w3', text: 'Slower' },
    })
  await expect.element(page.getByText('Comment on “one”')).toBeVisible()
})

test('moves a comment that is begun to the selected words on request', async () => {
  const { select } = await show({ selected: SELECTED })
  await userEvent.fill(field(), 'Slower')
  await select(OTHERS)
  await page.getByRole('button', { name: 'Use the selected words instead' }).click()
  await expect.element(field()).toHaveFocus()
  await expect.element(page.getByText('Comment on “one”')).toBeVisible()
  await expect.element(field()).toHaveValue('Slower')
  await select(null)
  await expect.element(page.getByRole('combobox', { name: 'Comment on “one”' })).toHaveValue('Slower')
})

test('Cancel closes an empty field, and opens it again on request', async () => {
  await show({ selected: SELECTED })
  await field().click()
  await userEvent.keyboard('{Escape}')
  await expect.element(field()).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Comment on the selected words' }).click()
  await expect.element(field()).toHaveFocus()
})

test('Cancel keeps what was written, to continue or to discard', async () => {
  const { select } = await show({ selected: SELECTED })
  const unsent = page.getByRole('region', { name: 'Unsent comment' })
  await userEvent.fill(field(), 'Slower')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await select(OTHERS)
  await expect.element(unsent.getByText('two three', { exact: true })).toBeVisible()
  await expect.element(unsent.getByText('Slower', { exact: true })).toBeVisible()
  await unsent.getByRole('button', { name: 'Continue writing' }).click()
  const begun = page.getByRole('combobox', { name: 'Comment on “two three”' })
  await expect.element(begun).toHaveFocus()
  await expect.element(begun).toHaveValue('Slower')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await unsent.getByRole('button', { name: 'Discard' }).click()
  await expect.element(unsent).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Comment on the selected words' }).click()
  await expect.element(field()).toHaveValue('')
})

test('a comment that is written keeps the focus while a reply is open', async () => {
  const { edit } = await show({ selected: SELECTED }, { 'review/threads': { threads: [THREAD], next: null } })
  await page.getByRole('button', { name: 'Reply' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Reply about “two three”' })).toHaveFocus()
  await field().click()
  await edit()
  await expect.element(field()).toHaveFocus()
})

test('shows markup as text, and links only addresses of the web', async () => {
  const text = '<img src=x onerror="alert(1)"> javascript:alert(1) https://example.com/a?b=1 @Bob'
  await show({}, { 'review/threads': { threads: [{ ...THREAD, comments: [comment({ text })] }], next: null } })
  await expect.element(page.getByRole('article')).toBeVisible()
  expect(page.getByRole('article').element().textContent).toContain(text)
  expect(
    page
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(['https://example.com/a?b=1'])
  await expect.element(page.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  expect(document.querySelector('article img')).toBeNull()
})

test('leads to the words, to their neighbour once they are deleted, and resolves', async () => {
  const moved = { ...THREAD, id: '0a000000-0000-4000-8000-000000000009', firstWordId: 'x', lastWordId: 'y' }
  const shown = vi.fn<CommentsSlot['show']>()
  const { calls } = await show(
    { show: shown },
    {
      'review/threads': { threads: [THREAD, { ...moved, nearWordId: 'w1', quote: 'gone words' }], next: null },
      'review/resolve': { done: true },
    },
  )
  await page.getByRole('button', { name: 'Go to “two three”' }).click()
  expect(shown).toHaveBeenLastCalledWith('w2', 'w3')
  await page.getByRole('button', { name: 'Go to “gone words”' }).click()
  expect(shown).toHaveBeenLastCalledWith('w1', 'w1')
  await expect
    .element(page.getByText('These words were deleted. The comment leads to the word beside them.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Resolve' }).first().click()
  await expect.poll(() => calls.filter(({ name }) => name === 'review/resolve').length).toBe(1)
})

test('shows who approved, and offers the owner alone to share', async () => {
  const decided = { ...DECISION, author: 'Lena', isGuest: true }
  const { edit } = await show({ access: 'editor' }, { 'review/overview': { open: [], decisions: [decided] } })
  const decisions = page.getByRole('list', { name: 'Decisions of reviewers' })
  await expect.element(decisions).toBeVisible()
  expect(decisions.element().textContent).toMatch(/^Lena \(guest\) approved the captions/)
  expect(decisions.element().textContent).not.toContain('the captions were edited since')
  await edit()
  await expect.poll(() => decisions.element().textContent).toMatch(/ · the captions were edited since$/)
  expect(page.getByRole('button', { name: 'Share for review' }).elements()).toEqual([])
})

test('a reviewer approves the captions that they see', async () => {
  const own = { ...DECISION, isOwn: true }
  const decisions: (typeof own)[] = []
  const { calls, edit } = await show(
    { access: 'reviewer' },
    {
      'review/overview': () => ({ open: [], decisions }),
      'review/decide': () => {
        decisions.push(own)
        return { done: true }
      },
    },
  )
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByText('You approved the captions.')).toBeVisible()
  await expect.element(page.getByText('You approved these captions.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'review/decide')?.input).toMatchObject({
    json: { decision: 'approved', revision: 1 },
  })
  const list = page.getByRole('list', { name: 'Decisions of reviewers' })
  await expect.element(list).toBeVisible()
  expect(list.element().textContent).toMatch(/^Vera approved the captions/)
  await edit()
  await expect.element(page.getByText('The captions changed since you approved them.', { exact: false })).toBeVisible()
})

test('an operator who views the pages of another user reads their comments, and writes nothing', async () => {
  const own = comment({ isOwn: true, mayDelete: true })
  await show(
    { access: 'reviewer', mayWrite: false, selected: SELECTED },
    { 'review/threads': { threads: [{ ...THREAD, comments: [own] }], next: null } },
  )
  await expect.element(page.getByText('Too fast')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Go to “two three”' })).toBeVisible()
  expect(field().query()).toBeNull()
  expect(page.getByRole('button', { name: /Approve|Request|Resolve|Edit|Delete|Reply/ }).elements()).toEqual([])
})

test('offers nobody who edits the captions to approve them', async () => {
  await show({ access: 'editor' })
  await expect.element(page.getByText('No open comments')).toBeVisible()
  expect(page.getByRole('button', { name: 'Approve' }).query()).toBeNull()
})

function comment(change: Partial<Thread['comments'][number]>): Thread['comments'][number] {
  return {
    id: '0a000000-0000-4000-8000-000000000003',
    author: 'Ada',
    isGuest: false,
    isOwn: false,
    mayDelete: false,
    text: 'Too fast',
    createdAt: '2026-11-24T10:00:00.000Z',
    isEdited: false,
    isDeleted: false,
    ...change,
  }
}

async function show(slot: Partial<CommentsSlot>, answers: Answers = {}) {
  const requests = answerRequests({ ...NONE, ...answers })
  const words = ['one', 'two', 'three'].map((text, at) => {
    return { text, startMs: at * 400, endMs: at * 400 + 400, confidence: 1, timing: 'asr' as const }
  })
  const media = { id: 'p', durMs: 5_000, fps: { n: 30, d: 1 }, w: 1080, h: 1920 }
  const doc = createDocument({ id: 'd', media, lang: 'en', provenance: { engine: 't', model: 't' }, words })
  const panelOf = (shown: CaptionDocument, change: Partial<CommentsSlot> = {}) => (
    <Site path="/">
      <Panel document={shown} slot={{ ...slot, ...change }} />
    </Site>
  )
  const { rerender } = await render(panelOf(doc))
  /** Somebody edits the captions. */
  const edit = () => rerender(panelOf({ ...doc, rev: doc.rev + 1 }))
  const select = (selected: CommentsSlot['selected']) => rerender(panelOf(doc, { selected }))
  return { ...requests, edit, select }
}

/** The panel beside an editor that stores the new comment. */
function Panel({ document: shown, slot }: { document: CaptionDocument; slot: Partial<CommentsSlot> }) {
  const [draft, setDraft] = useState(slot.draft ?? null)
  return (
    <CommentsPanel
      projectId="0a000000-0000-4000-8000-00000000000f"
      document={shown}
      access="owner"
      mayWrite
      selected={null}
      wantsFocus={false}
      onFocused={() => {}}
      save={async () => {}}
      replies={NO_REPLIES}
      onReply={() => {}}
      show={() => {}}
      {...slot}
      draft={draft}
      onDraft={(written) => {
        setDraft(written)
        slot.onDraft?.(written)
      }}
    />
  )
}

function field() {
  return page.getByRole('combobox', { name: 'Comment on the selected words' })
}

function send() {
  return page.getByRole('button', { name: 'Comment', exact: true })
}
