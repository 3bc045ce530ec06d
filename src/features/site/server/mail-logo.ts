import { readFile } from 'node:fs/promises'
import { type FileStore, withLocal } from '#platform/server/files.ts'
import type { Log } from '#platform/server/log.ts'
import type { MailLogo } from '#platform/server/mail.ts'
import { SITE_PICTURE_FILES, type SitePicture, type SiteSettings } from '../model/index.ts'
import { sitePictureKeys } from './picture-keys.ts'

/** The largest size above a mail, in pixels. */
const LARGEST = { width: 200, height: 32 }

type Marks = Pick<SiteSettings, 'logo' | 'logoOnDark' | 'showsName'>

/**
 * Opens the logo of mails, which is read once for each change.
 * @param o.current the present settings
 * @returns the present logo; undefined without one, and while its file cannot be read: the mail matters more
 */
export function openMailLogo(o: {
  files: Pick<FileStore, 'checkout'>
  log: Pick<Log, 'warn'>
  current: () => Marks
}): () => Promise<MailLogo | undefined> {
  const { files, log } = o
  let known: { key: string; logo: MailLogo } | undefined
  return async () => {
    const { logo, logoOnDark, showsName } = o.current()
    if (logo === null) return undefined
    const key = `${logo.id} ${logoOnDark?.id} ${showsName}`
    if (known?.key === key) return known.logo
    try {
      const read = {
        picture: await readPicture(files, logo),
        onDark: logoOnDark === null ? undefined : await readPicture(files, logoOnDark),
        showsName,
        ...sizeOf(logo),
      }
      known = { key, logo: read }
      return read
    } catch (error) {
      log.warn({ err: error }, 'the logo of mails could not be read')
      return undefined
    }
  }
}

async function readPicture(files: Pick<FileStore, 'checkout'>, { id }: SitePicture): Promise<Uint8Array> {
  return withLocal(files, { key: sitePictureKeys(id).of(SITE_PICTURE_FILES.mail) }, (path) => readFile(path))
}

function sizeOf({ width, height }: SitePicture): { width: number; height: number } {
  const scale = Math.min(1, LARGEST.width / width, LARGEST.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
