import { AppError } from '#platform/shared/errors.ts'

/** Parsed but unchecked JSON of a document or of commands. */
type Json = { readonly [name: string]: unknown }

/** Converts one version of the format to the next. */
type Upcaster = {
  /** Turns a valid document of its version into a valid one of the next. */
  document(doc: Json): Json
  /** Keeps the effect of a saved or pending command on the upcast document. */
  command(command: Json): Json
}

/**
 * The upcaster of each version, starting with `captiondoc/1`. Append one for a new version; never change one after a
 * release has written the version it produces.
 */
const UPCASTERS: readonly Upcaster[] = [
  // Version 2 adds optional parts and requires that the styles of cues exist.
  { document: withoutLostStyles, command: (command) => command },
]

const NEWEST = UPCASTERS.length + 1

/**
 * Upcasts a document of any version to `SCHEMA`; returns anything else unchanged.
 * @param json the output of `JSON.parse`
 * @throws AppError `unprocessable` for the version of a later release
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
 * Upcasts stored or sent commands to this version.
 * @param schema the version they were written in; undefined before `captiondoc/2`, when it was not stored
 * @throws AppError `unprocessable` for the version of a later release
 */
export function upcastCommands<Command>(schema: unknown, commands: readonly Command[]): Command[] {
  const steps = UPCASTERS.slice((versionOf(schema ?? 'captiondoc/1') ?? 1) - 1)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a step returns what the next version calls a command
  return commands.map((command) => steps.reduce((done: Json, step) => step.command(done), command as Json) as Command)
}

/** @returns undefined for anything but a version of this format */
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
