const LOADED_FIRST = ['./quick-passwords.ts', '../../src/app/process/import-hooks.ts']

/** NODE_OPTIONS of tests and of the processes they start: quick passwords, and a quick start. */
export function quickNodeOptions(): string {
  const given = process.env['NODE_OPTIONS'] ?? ''
  const imports = LOADED_FIRST.map((path) => `--import=${new URL(path, import.meta.url).href}`)
  // Configurations are read again in processes that have inherited it.
  return [given, ...imports.filter((option) => !given.includes(option))].filter(Boolean).join(' ')
}
