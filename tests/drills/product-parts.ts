import { readFile } from 'node:fs/promises'
import type { browser } from '../support/browser.ts'
import { type Child, until } from './children.ts'

/** The process of one part, found among the children of the supervisor. */
export function partOf({ pid }: Pick<Child, 'pid'>, part: 'web-server' | 'worker'): Promise<number> {
  return until(`the process of ${part}`, async () => {
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number)
    for (const child of children) {
      const commandLine = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
      // Before that it is the program which starts it, under the same id.
      if (commandLine.startsWith(process.execPath) && commandLine.includes(`/${part}.ts`)) return child
    }
    return undefined
  })
}

/** Waits until the product reports that it is ready. */
export function ready(url: string): Promise<true> {
  return until('the product is ready', async () => {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    return answer?.ok === true ? true : undefined
  })
}

/** Whether a signed-up user is still logged in. */
export async function isLoggedIn(person: ReturnType<typeof browser>, email: string): Promise<boolean> {
  const { status, output } = await person.call('accounts/me')
  return status === 200 && JSON.stringify(output).includes(email)
}
