import { findProject } from '#features/media/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import type { StoredEntry } from '../../model/glossary/contract.ts'
import { applyGlossary } from '../../model/glossary/apply-glossary.ts'
import { isForLanguage, phraseKeys, wordKey } from '../../model/glossary/entry.ts'
import { baseLanguage } from '../../model/language.ts'
import type { SpokenWord } from '../../model/word.ts'
import type { Aligner } from '../ports.ts'
import { listEntriesFor } from './entry-rows.ts'

/** The entries that apply to a video, those of the video first. */
export async function glossaryOf(db: Db, projectId: string): Promise<readonly StoredEntry[]> {
  const project = await findProject(db, projectId)
  return project === undefined ? [] : listEntriesFor(db, { ownerId: project.ownerId, projectId })
}

/** Writes recognised words as a glossary says, by spelling and, in English, by sound. */
export async function writeByGlossary(
  { aligner, log }: { readonly aligner: Pick<Aligner, 'pronounce'>; readonly log: Pick<Log, 'warn'> },
  words: readonly SpokenWord[],
  o: { readonly entries: readonly StoredEntry[]; readonly language: string; readonly signal: AbortSignal },
): Promise<SpokenWord[]> {
  const { entries, language, signal } = o
  const names = entries.filter((entry) => entry.heard === null && isForLanguage(entry, language))
  if (names.length === 0 || baseLanguage(language) !== 'en') return applyGlossary(words, entries, { language })
  const keys = new Set([
    ...words.map(({ text }) => wordKey(text)),
    ...names.flatMap(({ write }) => phraseKeys(write, language)),
  ])
  keys.delete('')
  const known = [...keys]
  try {
    const sounds = await aligner.pronounce(known, { language, signal })
    const byKey = new Map(known.map((key, at) => [key, sounds[at] ?? []]))
    return applyGlossary(words, entries, { language, pronunciationsOf: (key) => byKey.get(key) ?? [] })
  } catch (error) {
    signal.throwIfAborted()
    // Without pronunciations the spelling still counts.
    log.warn({ err: error }, 'could not find the pronunciations for a glossary')
    return applyGlossary(words, entries, { language })
  }
}
