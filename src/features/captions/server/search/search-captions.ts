import { z } from 'zod'
import { listMemberships } from '#features/collaboration/server/index.ts'
import { listTitles, type VideoTitle } from '#features/media/server/index.ts'
import { type Db, sqlState, transaction, type Tx } from '#platform/server/db.ts'
import { waitForTurn } from '#platform/server/threads/event-loop-turn.ts'
import { unpackText } from '#platform/server/packed-text.ts'
import { execute } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { FoundSentence, FoundVideo } from '../../model/search/search-contract.ts'
import { MOST_FOUND, MOST_SENTENCES } from '../../model/search/search-limits.ts'
import {
  keysOfTerm,
  matchSubstring,
  matchTerms,
  parseTerms,
  type SearchTerm,
  type TextRange,
} from '../../model/search/search-terms.ts'
import { timeAt } from '../../model/search/sentences.ts'
import { findSections, readSections, type SectionName } from './search-rows.ts'

/** Maximum owners whose videos one search reads: the caller and those they work for. */
const MOST_OWNERS = 50
/** Maximum sections that have all words, and those of them that are read. */
const MOST_SECTIONS = 5_000
const MOST_READ = 1_000
/** Sections that one statement reads. */
const PAGE = 40
/** Titles that one turn of the event loop compares. */
const TITLES_PER_TURN = 500
/** Maximum time of a statement, ms. */
const TIMEOUT_MS = 5_000
const QUERY_CANCELED = '57014'

type Owners = ReadonlyMap<string, string | null>

/** The owners whose videos a user may see, with the names of the others. */
export async function searchableOwners(db: Db, userId: string): Promise<Owners> {
  const memberships = await listMemberships(db, userId)
  const seated = memberships.filter(({ suspended }) => !suspended)
  return new Map<string, string | null>([
    [userId, null],
    ...seated.slice(0, MOST_OWNERS - 1).map(({ ownerId, ownerName }): [string, string] => [ownerId, ownerName]),
  ])
}

/**
 * Finds videos of these owners by their titles and by what is said.
 * @throws AppError `unavailable` when the database takes too long
 */
export async function searchCaptions(
  db: Db,
  owners: Owners,
  query: string,
): Promise<{ videos: FoundVideo[]; hasMore: boolean }> {
  const ownerIds = [...owners.keys()]
  try {
    return await transaction(db, async (tx) => {
      await execute(tx, `set local statement_timeout = ${TIMEOUT_MS}`)
      const titles = await listTitles(tx, ownerIds)
      const titled = await matchTitles(titles, query)
      const said = await findSentences(tx, { ownerIds, terms: parseTerms(query), first: [...titled.keys()] })
      const ids = titles.map(({ id }) => id).filter((id) => !titled.has(id) && said.byProject.has(id))
      const all = [...titled.keys(), ...ids]
      const byId = new Map(titles.map((title) => [title.id, title]))
      const videos = all.slice(0, MOST_FOUND).flatMap((id) => {
        const video = byId.get(id)
        if (video === undefined) return []
        const { title, poster, ownerId } = video
        const sentences = [...(said.byProject.get(id) ?? [])]
        const titleMatches = [...(titled.get(id) ?? [])]
        return [{ projectId: id, title, titleMatches, poster, ownerName: owners.get(ownerId) ?? null, sentences }]
      })
      return { videos, hasMore: said.hasMore || all.length > MOST_FOUND }
    })
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error
    throw new AppError(
      'unavailable',
      'This search takes too long right now. Try again in a few seconds.',
      {},
      { cause: error },
    )
  }
}

/** The newest videos whose titles contain the query; one more than a result shows. */
async function matchTitles(titles: readonly VideoTitle[], query: string): Promise<Map<string, TextRange[]>> {
  const found = new Map<string, TextRange[]>()
  for (const [at, { id, title }] of titles.entries()) {
    if (found.size > MOST_FOUND) break
    if (at % TITLES_PER_TURN === 0) await waitForTurn()
    const matches = matchSubstring(title, query)
    if (matches !== undefined) found.set(id, matches)
  }
  return found
}

type Said = { readonly byProject: ReadonlyMap<string, readonly FoundSentence[]>; readonly hasMore: boolean }

/** @param o.first videos to read first: those that the result shows anyway */
async function findSentences(
  tx: Tx,
  { ownerIds, terms, first }: { ownerIds: readonly string[]; terms: readonly SearchTerm[]; first: readonly string[] },
): Promise<Said> {
  if (terms.length === 0) return { byProject: new Map(), hasMore: false }
  const keys = terms.flatMap(keysOfTerm)
  const names = await findSections(tx, { ownerIds, keys, most: MOST_SECTIONS })
  const early = new Set(first)
  let left: readonly SectionName[] = [
    ...names.filter(({ projectId }) => early.has(projectId)),
    ...names.filter(({ projectId }) => !early.has(projectId)),
  ]
  const byProject = new Map<string, FoundSentence[]>()
  const shown = new Set(first)
  let read = 0
  while (left.length > 0 && read < MOST_READ && shown.size <= MOST_FOUND) {
    const page = left.slice(0, PAGE)
    for (const { projectId, packed } of await readSections(tx, page)) {
      await waitForTurn()
      const found = byProject.get(projectId) ?? []
      found.push(...matchSentences(packed, terms).slice(0, MOST_SENTENCES - found.length))
      if (found.length === 0) continue
      byProject.set(projectId, found)
      shown.add(projectId)
    }
    read += page.length
    left = left.slice(PAGE).filter(({ projectId }) => (byProject.get(projectId)?.length ?? 0) < MOST_SENTENCES)
  }
  const isCut = left.length > 0 && read >= MOST_READ
  return { byProject, hasMore: isCut || names.length === MOST_SECTIONS || shown.size > MOST_FOUND }
}

const Sentences = z.array(z.object({ text: z.string(), places: z.array(z.number()), starts: z.array(z.number()) }))

/** The sentences of a section that have every term. */
function matchSentences(packed: Uint8Array, terms: readonly SearchTerm[]): FoundSentence[] {
  return Sentences.parse(JSON.parse(unpackText(packed))).flatMap((sentence) => {
    const matches = matchTerms(sentence.text, terms)
    const [firstMatch] = matches ?? []
    if (matches === undefined || firstMatch === undefined) return []
    return [{ text: sentence.text, matches, timeMs: timeAt(sentence, firstMatch.from) }]
  })
}
