import { readFile } from 'node:fs/promises'
import { startProcess } from '#platform/server/process.ts'
import { baseLanguage } from '../../model/language.ts'
import type { SpokenForm } from '../../model/spoken-forms.ts'
import { EngineFailure } from '../ports.ts'
import { phonesOfIpa } from './ipa.ts'
import { mapInTurns } from './map-in-turns.ts'

/** Ways of one dictionary word to sound that are worth trying. */
const MOST_VARIANTS = 4
/** Ways of one written word, over all its spoken forms. */
const MOST_PRONUNCIATIONS = 10
const ESPEAK_LIMITS = { memoryMb: 256, cpuSeconds: 60, wallMs: 60_000 }
/** Where our tag and the synthesiser's voice differ. */
const VOICES: Readonly<Record<string, string>> = {
  en: 'en-us',
  zh: 'cmn',
  pt: 'pt-br',
  no: 'nb',
  und: 'en-us',
  auto: 'en-us',
}

/**
 * Finds how words sound: in the English dictionary, else from espeak-ng, which also reads other languages and their
 * numbers. It is a program of its own and only ever run as one.
 * @returns for each written word, given as its spoken forms, its pronunciations as phones; none when nobody can say it
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

/** Every combination of how the parts of one spoken form sound; none when one part cannot be said. */
function joined(form: SpokenForm, known: ReadonlyMap<string, readonly string[]>): string[] {
  return form.reduce<string[]>(
    (whole, part) =>
      whole
        .flatMap((before) => (known.get(part) ?? []).map((phones) => `${before} ${phones}`.trim()))
        .slice(0, MOST_VARIANTS),
    [''],
  )
}

/** One pass over the dictionary: it is not worth 30 MB of memory between two runs. */
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

/** Letter names are written `x.` among ourselves; the synthesiser takes a period for the end of a sentence. */
function readable(part: string): string {
  return part.replaceAll('.', '')
}

/**
 * One line in, one line out. A word that comes back as several lines would shift all that follow, so a list whose
 * answer has another length is asked again in halves.
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
