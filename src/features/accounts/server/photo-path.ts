/** Where a picture is fetched; its version names its content, so that it may be kept for ever. */
export function photoPath(userId: string, version: string): string {
  return `/api/account/photo/${userId}/${version}`
}

/** Where the pictures of one person stand in the file store. */
export function photoKeys(userId: string) {
  const all = `photos/${userId}`
  return { all, of: (version: string) => `${all}/${version}.jpg` } as const
}
