import { AppError } from '#platform/shared/errors.ts'

/** JSON of a document or of commands, read but not checked. */
type Json = { readonly [name: string]: unknown }

/** One step from a version of the format to the next. */
type Upcaster = {
  /** A document that kept the promises of its version keeps those of the next. */
  document(doc: Json): Json
  /** A saved or waiting command says the same about an upcast document as it said about the document before. */
  command(command: Json): Json
}

/**
 * The step from each version to the next, the first for `captiondoc/1`. A step is never changed once a release wrote
 * the version after it; a new version appends one.
 */
const UPCASTERS: readonly Upcaster[] = [
  // Version 2 adds optional parts, and a cue names only a style that is there.
  { document: withoutLostStyles, command: (command) => command },
]

const NEWEST = UPCASTERS.length + 1

/**
 * A document of any version, as `SCHEMA` has it; one that is no caption document at all is returned as it is.
 * @param json what `JSON.parse` returned
 * @throws AppError `unprocessable` for a version that only a later release knows
 */
export function upcastDocument(json: unknown): unknown {
  if (!isJson(json)) return json
  const version = versionOf(json['schema'])
  if (version === undefined) return json
  return UPCASTERS.slice(version - 1).reduce((doc: Json, { document }) => document(doc), {
    ...json,
    schema: `captiondoc/${NEWEST}`,
  })
}

/**
 * Commands that were stored or sent beside `schema`, as this version has them.
 * @param schema the version they were written in; undefined before `captiondoc/2`, which did not say
 * @throws AppError `unprocessable` for a version that only a later release knows
 */
export function upcastCommands<Command>(schema: unknown, commands: readonly Command[]): Command[] {
  const steps = UPCASTERS.slice((versionOf(schema ?? 'captiondoc/1') ?? 1) - 1)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a step returns what the next version calls a command
  return commands.map((command) => steps.reduce((done: Json, step) => step.command(done), command as Json) as Command)
}

/** @returns undefined where it is no version of ours */
function versionOf(schema: unknown): number | undefined {
  const [, digits] = /^captiondoc\/([1-9]\d{0,5})$/.exec(String(schema)) ?? []
  if (digits === undefined) return undefined
  const version = Number(digits)
  if (version > NEWEST)
    throw new AppError(
      'unprocessable',
      `These captions were made with a newer version of Wordpop (captiondoc/${version}). This version reads up to captiondoc/${NEWEST}. Update it and try again.`,
      { version, newest: NEWEST },
    )
  return version
}

function withoutLostStyles(doc: Json): Json {
  const { styles, tracks } = doc
  if (!isJson(styles) || !Array.isArray(tracks)) return doc
  const withKnownStyle = (cue: unknown) => {
    if (!isJson(cue)) return cue
    const { styleId, ...others } = cue
    return typeof styleId !== 'string' || Object.hasOwn(styles, styleId) ? cue : others
  }
  const upcast = (track: unknown) =>
    isJson(track) && Array.isArray(track['cues']) ? { ...track, cues: track['cues'].map(withKnownStyle) } : track
  return { ...doc, tracks: tracks.map(upcast) }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
