import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** Guessing a shorter one costs less than the backup may be worth, whatever the derivation costs. */
const MIN_CHARACTERS = 12

/** What it means to go without one. */
export const UNENCRYPTED =
  'Backups are not encrypted: anyone with the folder can act as any logged-in user and read all personal data.'

/** Reads a passphrase: the first line of a file. @param from the folder where a relative path begins. @throws Error with one sentence when it is missing or short */
export async function readPassphrase(path: string | undefined, from = '.'): Promise<string | undefined> {
  if (path === undefined) return undefined
  const content = await readFile(resolve(from, path), 'utf8').catch((error: Error) => {
    throw new Error(`The passphrase in ${path} cannot be read: ${error.message}`)
  })
  const [line = ''] = content.split(/\r?\n/u)
  if (line.length < MIN_CHARACTERS)
    throw new Error(
      `The passphrase in ${path} is too short: its first line must have at least ${MIN_CHARACTERS} characters.`,
    )
  return line
}
