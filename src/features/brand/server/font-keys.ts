/** The keys of an owner's fonts in the file store. */
export function fontKeys(ownerId: string) {
  const all = `fonts/${ownerId}`
  return { all, of: (id: string) => `${all}/${id}.ttf` } as const
}
