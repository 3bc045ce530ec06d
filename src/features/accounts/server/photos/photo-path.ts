/** The address of a photo; its version is a hash of the content, so that it can be cached for ever. */
export function photoPath(userId: string, version: string): string {
  return `/api/account/photo/${userId}/${version}`
}

/** The keys of a user's photos in the file store. */
export function photoKeys(userId: string) {
  const all = `photos/${userId}`
  return { all, of: (version: string) => `${all}/${version}.jpg` } as const
}
