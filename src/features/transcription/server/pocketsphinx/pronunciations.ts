import { readFile } from 'node:fs/promises'
import { startProcess } from '#platform/server/process.ts'
import { baseLanguage } from '../../model/language.ts'
import type { SpokenForm } from '../../model/spoken-forms.ts'
import { EngineFailure } from '../ports.ts'
import { phonesOfIpa } from './ipa.ts'
import { mapInTurns } from './map-in-turns.ts'

/** Maximum pronunciations of one dictionary word. */
const MOST_VARIANTS = 4
/** Maximum pronunciations of one written word, over all its spoken forms. */
const MOST_PRONUNCIATIONS = 10
const ESPEAK_LIMITS = { memoryMb: 256, cpuSeconds: 60, wallMs: 60_000 }
/** Language tags whose espeak-ng voice has another name. */
const VOICES: Readonly<Record<string, string>> = {
  en: 'en-us',
  zh: 'cmn',
  pt: 'pt-br',
  no: 'nb',
  und: 'en-us',
  auto: 'en-us',
}

/**
 * Looks up pronunciations in the English dictionary, otherwise from espeak-ng, which also reads other languages and
 * their numbers. espeak-ng only ever runs as a separate program.
 * @returns pronunciations as phones for each written word, given as its spoken forms; none when unknown
 */
export async function pronounce(
  words: readonly (readonly SpokenForm[])[],
  o: { dictionary: string; language: string; signal: AbortSignal },
): Promise<string[][]> {
  const parts = new Set(words.flat(2))
  const known = baseLanguage(o.language) === 'en' ? await lookUp(parts, o.dictionary) : new Map<string, string[]>()
  const unknown = [...parts].filter((part) => !known.has(part))
  const voice = VOICES[baseLanguage(o.language)] ?? baseLanguage(o.language)
  const spoken = await synthesised(unknown.map(readable), { voice, signal: o.signal })
  for (const [at, part] of unknown.entries()) if (spoken[at]) known.set(part, [spoken[at]])
  return mapInTurns(words, (forms) =>
    [...new Set(forms.flatMap((form) => joined(form, known)))].slice(0, MOST_PRONUNCIATIONS),
  )
}

/** Every combination of the pronunciations of one spoken form's parts; none when a part has none. */
function joined(form: SpokenForm, known: ReadonlyMap<string, readonly string[]>): string[] {
  return form.reduce<string[]>(
    (whole, part) =>
      whole
        .flatMap((before) => (known.get(part) ?? []).map((phones) => `${before} ${phones}`.trim()))
        .slice(0, MOST_VARIANTS),
    [''],
  )
}

/** One pass over the dictionary, which would take 30 MB if kept in memory between runs. */
async function lookUp(wanted: ReadonlySet<string>, dictionary: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const line of (await readFile(dictionary, 'utf8')).split('\n')) {
    const blank = line.search(/\s/u)
    if (blank < 1) continue
    const word = line.slice(0, blank).replace(/\(\d+\)$/u, '')
    if (!wanted.has(word)) continue
    const variants = found.get(word) ?? []
    if (variants.length < MOST_VARIANTS) variants.push(line.slice(blank).trim())
    found.set(word, variants)
  }
  return found
}

/** Spoken forms write letter names as `x.`; the synthesiser would read the period as the end of a sentence. */
function readable(part: string): string {
  return part.replaceAll('.', '')
}

/**
 * Expects one line of output per line of input. A word that returns several lines would shift all later ones, so a
 * list with another line count is retried in halves.
 */
async function synthesised(words: readonly string[], o: { voice: string; signal: AbortSignal }): Promise<string[]> {
  if (words.length === 0) return []
  const lines: string[] = []
  const child = startProcess({
    command: 'espeak-ng',
    args: ['-q', '-b', '1', '-v', o.voice, '--ipa'],
    stdin: 'open',
    signal: o.signal,
    limits: ESPEAK_LIMITS,
    onStdoutLine: (line) => lines.push(line.trim()),
  })
  child.stdin.end(`${words.join('\n')}\n`)
  const end = await child.done
  o.signal.throwIfAborted()
  if (end.code !== 0) {
    if (o.voice !== VOICES['en']) return synthesised(words, { ...o, voice: 'en-us' })
    throw new EngineFailure(`espeak-ng ended with ${end.code ?? end.signal}: ${end.stderrTail.slice(-300)}`)
  }
  const spoken = lines.filter((line) => line !== '')
  if (spoken.length === words.length) return mapInTurns(spoken, phonesOfIpa)
  if (words.length === 1) return [phonesOfIpa(spoken.join(''))]
  const half = Math.ceil(words.length / 2)
  const [first, second] = [await synthesised(words.slice(0, half), o), await synthesised(words.slice(half), o)]
  return [...first, ...second]
}
