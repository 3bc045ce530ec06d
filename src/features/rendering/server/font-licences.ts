import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FONT_FAMILIES, fontFamily, isFontFamily } from '#features/templates/model/index.ts'
import { allFaces } from '../model/fonts/fonts.ts'
import { OWN_FONT_FILES, packageFolder } from './font-files.ts'

/** A blank line separates the copyright notice of a font from the text of its licence. */
const END_OF_NOTICE = '\n\n'

/** The copyright notices of all caption fonts, then the SIL Open Font License 1.1 that all of them are under. */
export async function fontLicences(): Promise<string> {
  const fonts = await Promise.all(
    licenceFiles().map(async ({ name, path }) => ({ name, ...(await readLicence(path)) })),
  )
  const licences = [...new Set(fonts.map(({ licence }) => licence))]
  return [
    'The fonts of captions, by their makers',
    ...fonts.map(({ name, notice }) => `${name}: ${notice}`),
    ...licences,
  ]
    .join(END_OF_NOTICE)
    .concat('\n')
}

type LicenceFile = { readonly name: string; readonly path: string }

function licenceFiles(): LicenceFile[] {
  const packages = new Set(allFaces().flatMap(({ package: name }) => name ?? []))
  const variable = Object.keys(FONT_FAMILIES).filter((id) => isFontFamily(id) && fontFamily(id).axis !== undefined)
  return [
    ...[...packages].map((name) => ({ name, path: join(packageFolder(name), 'LICENSE') })),
    // Their files are ours, converted from packages that only the conversion needs.
    ...variable.map((name) => ({ name, path: join(OWN_FONT_FILES, `${name}-licence.txt`) })),
  ].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

async function readLicence(path: string): Promise<{ notice: string; licence: string }> {
  const text = (await readFile(path, 'utf8')).trim()
  const end = text.indexOf(END_OF_NOTICE)
  return { notice: text.slice(0, end), licence: text.slice(end).trim() }
}
