import { mkdtemp, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '#platform/server/process.ts'

/** A file system that a test can fill. */
type SmallDisk = {
  readonly path: string
  resize(bytes: number): Promise<void>
  /** Uses up all free space. */
  fill(): Promise<void>
  remove(): Promise<void>
}

/**
 * Mounts a file system in memory.
 * @param bytes its size; memory is used only for written data
 * @returns undefined where mounting is not allowed: it needs Linux and root
 */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'small-disk-'))
  if (!(await runs('mount', '-t', 'tmpfs', '-o', `size=${bytes},mode=0711`, 'tmpfs', path))) {
    await rmdir(path)
    return undefined
  }
  return {
    path,
    async resize(size) {
      if (!(await runs('mount', '-o', `remount,size=${size}`, path))) throw new Error('the disk cannot be resized')
    },
    async fill() {
      const ballast = writeFile(join(path, '.ballast'), new Uint8Array(2 * bytes))
      if ((await ballast.catch(codeOf)) !== 'ENOSPC') throw new Error('the disk is not full')
    },
    async remove() {
      await runs('umount', '--lazy', path)
      await rmdir(path)
    },
  }
}

function codeOf(error: NodeJS.ErrnoException): string | undefined {
  return error.code
}

async function runs(command: string, ...args: readonly string[]): Promise<boolean> {
  return (await startProcess({ command, args }).done).code === 0
}
