/**
 * Start options for a process that allocates many large buffers, such as the worker. Each video frame is read into
 * off-heap memory, which is freed only when the small objects that point to it are collected. A small young generation
 * collects them early; the default lets about 100 MB pile up. A heap that grows in small steps holds less garbage of the
 * start. Few malloc arenas return freed memory sooner. The canvas library would read all fonts of the machine when it
 * loads: 26 MB. Without them it looks for a font when it draws a letter that no shipped font has.
 */
export const BUFFER_HEAVY = {
  nodeArgs: ['--max-semi-space-size=2', '--heap-growing-percent=20'],
  env: { MALLOC_ARENA_MAX: '2', DISABLE_SYSTEM_FONTS_LOAD: '1' },
} as const
