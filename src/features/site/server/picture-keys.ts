/** The keys of a picture's files in the file store. */
export function sitePictureKeys(id: string) {
  const all = `site-pictures/${id}`
  return { all, of: (file: string) => `${all}/${file}` } as const
}
