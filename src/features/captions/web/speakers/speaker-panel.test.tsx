import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

const transcript = page.getByRole('list', { name: 'Transcript' })
const panel = page.getByRole('dialog', { name: 'Speakers' })

test('marks two speakers by number keys, with a new line where the speaker changes', async () => {
  const server = await start()
  await word('Are').click()
  await userEvent.keyboard('{Shift>}1{/Shift}')
  await expect.element(transcript.getByText('Speaker 1')).toBeVisible()
  await word('Yes').click()
  await userEvent.keyboard('{Shift>}2{/Shift}')
  await expect.element(transcript.getByText('Speaker 2')).toBeVisible()
  await sent(() => runsOf(server)).toEqual(['Speaker 1: Are you sure?', 'Speaker 2: Yes I am.'])
  await expect.poll(() => transcript.getByRole('listitem').all().length).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => runsOf(server)).toEqual(['Speaker 1: Are you sure? Yes I am.'])
})

test('gives selected words a speaker, and takes one away', async () => {
  const server = await start()
  await word('Yes').click()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}1')
  await sent(() => runsOf(server)).toEqual(['Nobody: Are you sure?', 'Speaker 1: Yes I', 'Nobody: am.'])
  await expect.element(transcript.getByText('No speaker')).toBeVisible()
  await word('Yes').click()
  await userEvent.keyboard('0')
  await sent(() => runsOf(server)).toEqual(['Nobody: Are you sure? Yes', 'Speaker 1: I', 'Nobody: am.'])
})

test('says which number adds a speaker when another one is pressed', async () => {
  const server = await start()
  await word('Yes').click()
  await userEvent.keyboard('5')
  await expect.element(page.getByText('There are 0 speakers so far. Press 1 to add one.')).toBeVisible()
  expect(runsOf(server)).toEqual(['Nobody: Are you sure? Yes I am.'])
})

test('names, colours, merges and removes speakers in their panel', async () => {
  const server = await start()
  await markTwo()
  await userEvent.keyboard('p')
  const name = panel.getByRole('textbox', { name: 'Name of Speaker 1' })
  await name.fill('Ana')
  await userEvent.keyboard('{Enter}')
  await sent(() => server.document.speakers?.[0]?.name).toBe('Ana')
  await expect.element(transcript.getByText('Ana')).toBeVisible()
  await panel.getByLabelText('Colour of Ana').fill('#00ff00')
  await panel.getByRole('textbox', { name: 'Name of Ana' }).click()
  await sent(() => server.document.speakers?.[0]?.color).toBe('#00ff00')
  await panel.getByRole('button', { name: 'Actions for Speaker 2' }).click()
  await page.getByRole('menuitem', { name: 'Merge into Ana' }).click()
  await sent(() => runsOf(server)).toEqual(['Ana: Are you sure? Yes I am.'])
  await panel.getByRole('button', { name: 'Actions for Ana' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await sent(() => server.document.speakers).toBeUndefined()
})

test('shows who speaks by colour and place, also for a speaker who is added later', async () => {
  const server = await start()
  await markTwo()
  await userEvent.keyboard('p')
  await panel.getByRole('switch', { name: 'Colour the words of each speaker' }).click()
  await panel.getByRole('combobox', { name: 'Where their captions stand' }).selectOptions('Left and right')
  await sent(() => stylesOf(server)).toEqual([
    { fill: { upcoming: '#5ad1ff' }, layout: { x: 0.31, width: 0.56 } },
    { fill: { upcoming: '#ff8fb1' }, layout: { x: 0.69, width: 0.56 } },
  ])
  await panel.getByRole('button', { name: 'New speaker' }).click()
  await sent(() => stylesOf(server)[2]).toMatchObject({ fill: { upcoming: '#8df08a' } })
})

test('chooses a speaker from the panel, which closes and leaves the word in focus', async () => {
  const server = await start()
  await markTwo()
  await userEvent.keyboard('p')
  await panel.getByText('From here on').click()
  await panel.getByRole('button', { name: /Speaker 1 speaks/ }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await sent(() => runsOf(server)).toEqual(['Speaker 1: Are you sure? Yes I am.'])
  await expect.element(word('Yes')).toHaveFocus()
})

test('makes speakers of the names in the text, in one step that undo takes back', async () => {
  const text = 'ANA: Are you sure? Ben: Yes I am. ANA: Fine.'
  const server = await start(text)
  await word('Are').click()
  await userEvent.keyboard('p')
  await expect.element(panel.getByText('Names in the text: ANA, Ben.')).toBeVisible()
  await panel.getByRole('button', { name: 'Use them as speakers' }).click()
  await sent(() => runsOf(server)).toEqual(['ANA: Are you sure?', 'Ben: Yes I am.', 'ANA: Fine.'])
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => runsOf(server)).toEqual([`Nobody: ${text}`])
})

async function markTwo(): Promise<void> {
  await word('Are').click()
  await userEvent.keyboard('{Shift>}1{/Shift}')
  await word('Yes').click()
  await userEvent.keyboard('{Shift>}2{/Shift}')
  await expect.element(transcript.getByText('Speaker 2')).toBeVisible()
}

function stylesOf({ document: { speakers = [], styles } }: CaptionServer) {
  return speakers.map(({ styleId = '' }) => styles[styleId])
}

/** What each speaker says, in order: “Ana: Are you sure?”. */
function runsOf({ document: { words, speakers = [] } }: CaptionServer): string[] {
  const runs: { speaker: string | undefined; texts: string[] }[] = []
  for (const { speaker, text } of words) {
    if (runs.at(-1)?.speaker !== speaker || runs.length === 0) runs.push({ speaker, texts: [] })
    runs.at(-1)?.texts.push(text)
  }
  const nameOf = (id: string | undefined) => speakers.find((each) => each.id === id)?.name ?? 'Nobody'
  return runs.map(({ speaker, texts }) => `${nameOf(speaker)}: ${texts.join(' ')}`)
}

async function start(text = 'Are you sure? Yes I am.'): Promise<CaptionServer> {
  const server = new CaptionServer(documentOf(text))
  await showEditor(server)
  return server
}
