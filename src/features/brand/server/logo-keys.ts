/** The keys of an owner's logos in the file store. */
export function logoKeys(ownerId: string) {
  const all = `logos/${ownerId}`
  return { all, of: (id: string) => `${all}/${id}.png` } as const
}
