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

/** The third death in a row before this age counts as a broken part, and the product rightly stops. */
const HEALTHY_MS = 21_000
const MAX_YOUNG_DEATHS = 2

type Life = { readonly bornAt: number; readonly youngDeaths: number }
const FIRST_LIFE: Life = { bornAt: -Infinity, youngDeaths: 0 }

/** Keeps a drill from killing a part so often that the product counts it as broken. */
export function limitKills() {
  const lives = new Map<string, Life>()
  const lifeOf = (part: string) => lives.get(part) ?? FIRST_LIFE
  const isYoung = ({ bornAt }: Life) => performance.now() - bornAt < HEALTHY_MS
  return {
    /** Waits until a part may be killed once more. */
    mayDie: (part: string): Promise<true> =>
      until(`${part} may die once more`, async () =>
        lifeOf(part).youngDeaths < MAX_YOUNG_DEATHS || !isYoung(lifeOf(part)) ? true : undefined,
      ),
    /** Call it when a part is killed. @returns call it when another part has taken its place */
    killed(part: string): () => void {
      const youngDeaths = isYoung(lifeOf(part)) ? lifeOf(part).youngDeaths + 1 : 1
      return () => void lives.set(part, { bornAt: performance.now(), youngDeaths })
    },
  }
}
