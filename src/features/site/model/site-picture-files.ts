/** Largest file of an uploaded logo or icon, in bytes. */
export const SITE_PICTURE_MAX_BYTES = 1_000_000

/** The files of a picture, each in the size of its use; an icon's name has its side in pixels. */
export const SITE_PICTURE_FILES = {
  logo: 'logo.png',
  mail: 'mail.png',
  tab: 'icon-64.png',
  apple: 'icon-180.png',
  small: 'icon-192.png',
  large: 'icon-512.png',
} as const

/** The address of a file of a picture, which never changes its content. */
export function sitePictureUrl(id: string, file: keyof typeof SITE_PICTURE_FILES): string {
  return `/site-pictures/${id}/${SITE_PICTURE_FILES[file]}`
}
