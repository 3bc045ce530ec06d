/**
 * How a process is started that fills large buffers all day, such as the worker. Every frame of a video is read into
 * new memory outside the heap, which is freed only when the small objects that point to it are collected: with a small
 * room for those that happens at once, with the usual one a hundred MB pile up first. One memory arena instead of one
 * for each thread gives what was freed back.
 */
export const BUFFER_HEAVY = {
  nodeArgs: ['--max-semi-space-size=2'],
  env: { MALLOC_ARENA_MAX: '2' },
} as const
