import { AppError } from '#platform/shared/errors.ts'
import type { Command } from './commands.ts'
import { type CaptionDocument, type Cue, cuesOf, MOST_WORDS, type Word } from './document.ts'
import { lettersOf } from './document-size.ts'
import { cueIndex, cueIndexAt, wordIndex, wordsOf } from './spans.ts'
import { splitBlanks } from './tokens.ts'

/**
 * Most steps of one request, about half a second of a processor: a thousand corrections in the longest document, or
 * recutting it twice. A step is about a microsecond (`bench/edit-budget.ts`).
 */
export const REQUEST_STEPS = 400_000

/** Most steps of what is saved since the revision that a request was made on; the server goes through them again. */
export const REPLAY_STEPS = 800_000

/** Counts the steps that edits cost. */
export class WorkBudget {
  readonly #limit: number
  #spent = 0

  /** @param limit steps; default unlimited */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit
  }

  /** Steps charged so far. */
  get spent(): number {
    return this.#spent
  }

  /** Whether more was asked for than there was. */
  get isOverdrawn(): boolean {
    return this.#spent > this.#limit
  }

  /**
   * Charges steps, before the work is done.
   * @throws AppError `too_large` when there are not that many left
   */
  spend(steps: number): void {
    this.#spent += steps
    if (this.isOverdrawn)
      throw new AppError('too_large', 'That is too much at once. Make the changes in smaller parts.')
  }
}

/** What every command costs: its own checks. */
const COMMAND_STEPS = 8
/** What a word costs that is replaced, removed or broken into lines, without its letters. */
const WORD_STEPS = 4
/** Words and cues copied, letters measured, and items of a list checked or indexed for a step. */
const COPIED_PER_STEP = 50
const LETTERS_PER_STEP = 8
const CHECKED_PER_STEP = 5
/** Letters compared with what is looked for. */
const COMPARED_PER_STEP = 400
/** Changes of more items than this index the document again. */
const FEW = 50

/** Steps that a command costs on a document: what it reads and changes, and what is recomputed for it. */
export function stepsOf(doc: CaptionDocument, command: Command): number {
  const copied = (doc.words.length + cuesOf(doc).length) / COPIED_PER_STEP
  return Math.ceil(COMMAND_STEPS + copied + ownStepsOf(doc, command))
}

function ownStepsOf(doc: CaptionDocument, command: Command): number {
  switch (command.type) {
    case 'setWordText':
      return cueSteps(doc, [command.id])
    case 'insertWords':
      return cueSteps(doc, command.after === null ? [] : [command.after]) + typedSteps(command.words)
    case 'splitWord':
      return cueSteps(doc, [command.id]) + typedSteps(command.parts)
    case 'deleteWords':
    case 'mergeWords':
    case 'setTag':
      return listSteps(doc, command.ids.length) + cueSteps(doc, command.ids)
    case 'retimeWords':
      return listSteps(doc, command.words.length) + cueSteps(doc, idsOf(command.words))
    case 'replaceText':
      return replaceSteps(doc, command)
    case 'splitCue':
      return cueSteps(doc, [command.before])
    case 'moveWord':
      return cueSteps(doc, [command.id], 1)
    case 'mergeCues':
    case 'setBreaks':
      return cueSteps(doc, [cuesOf(doc)[cueIndex(doc, command.id)]?.from ?? ''], 1)
    case 'resegment':
      // Each word is weighed as a part of many captions: short words of more than long ones.
      return 2 * everySteps(doc) + cuesOf(doc).length * WORD_STEPS
    case 'setTemplate':
      return 0
    case 'setStyle':
      return Object.keys(doc.styles).length
    case 'restore':
      return restoreSteps(doc, command)
    default:
      return command satisfies never
  }
}

/** Every cue with one of these words, and `beside` more on either side of each, has its lines rebroken. */
function cueSteps(doc: CaptionDocument, wordIds: readonly string[], beside = 0): number {
  const cues = new Set<Cue>()
  for (const id of wordIds) {
    const place = wordIndex(doc, id)
    if (place < 0) continue
    const at = cueIndexAt(doc, place)
    for (const cue of cuesOf(doc).slice(Math.max(0, at - beside), at + beside + 1)) cues.add(cue)
  }
  return [...cues].reduce((sum, cue) => sum + wordSteps(wordsOf(doc, cue)) + cue.breaks.length, 0)
}

function wordSteps(words: readonly Pick<Word, 'text'>[]): number {
  return words.reduce((sum, { text }) => sum + WORD_STEPS + text.length / LETTERS_PER_STEP, 0)
}

/** Words that were typed are timed by their syllables, and join a caption. */
function typedSteps(words: readonly Pick<Word, 'text'>[]): number {
  return 2 * wordSteps(words)
}

function everySteps(doc: CaptionDocument): number {
  return doc.words.length * WORD_STEPS + lettersOf(doc.words) / LETTERS_PER_STEP
}

/** A list of words or cues that are named one by one. */
function listSteps(doc: CaptionDocument, count: number): number {
  return count * WORD_STEPS + (count > FEW ? checkSteps(doc) : 0)
}

function checkSteps(doc: CaptionDocument): number {
  return (doc.words.length + cuesOf(doc).length) / CHECKED_PER_STEP
}

/** A letter that may begin a match is compared with all of what is looked for, and each match adds words, at worst. */
function replaceSteps(
  doc: CaptionDocument,
  { find, replace, within }: Extract<Command, { type: 'replaceText' }>,
): number {
  const [from, to] = [wordIndex(doc, within?.from ?? ''), wordIndex(doc, within?.to ?? '')]
  const searched = within === undefined ? doc.words : doc.words.slice(from, to + 1)
  const letters = searched.reduce((sum, { text }) => sum + text.length, 0)
  const compared = (letters * find.length) / COMPARED_PER_STEP
  const added = Math.min(MOST_WORDS, (letters / find.length) * (splitBlanks(replace).length - 1))
  return checkSteps(doc) + searched.length * WORD_STEPS + letters / LETTERS_PER_STEP + compared + Math.max(0, added)
}

/** What is put back may break any promise of the format: the whole document is checked afterwards. */
function restoreSteps(doc: CaptionDocument, { words = [], cues = [] }: Extract<Command, { type: 'restore' }>): number {
  const items = [...words, ...cues].reduce((sum, { remove, insert }) => sum + 1 + remove.length + insert.length, 0)
  return listSteps(doc, items) + checkSteps(doc)
}

function idsOf(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id)
}

/**
 * The first of some batches that one request may hold, at least one of them. It takes half of what the server allows:
 * others may make the captions longer meanwhile.
 * @param doc the captions that the batches are about, as this editor has them
 */
export function takeAffordable<Made extends { readonly commands: readonly Command[] }>(
  doc: CaptionDocument,
  batches: readonly Made[],
): Made[] {
  let steps = 0
  const end = batches.findIndex(({ commands }) => {
    for (const command of commands) steps += stepsOf(doc, command)
    return steps > REQUEST_STEPS / 2
  })
  return batches.slice(0, end < 0 ? undefined : Math.max(1, end))
}
