/** 'Longest wait' for 'longestWait' and for 'longest_wait'. */
export function nameOf(key: string): string {
  const words = key
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
