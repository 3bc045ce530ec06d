import { readFileSync } from 'node:fs'
import type { Env } from '#platform/server/env.ts'
import { parseBlockTarget, isDomain } from '../model/index.ts'

/** The settings about addresses of throw-away providers. */
export type DisposableSettings = Pick<Env, 'DISPOSABLE_ADDRESSES' | 'DISPOSABLE_DOMAINS_FILE'>

/**
 * `disposable-domains.txt`: the list of https://github.com/disposable-email-domains/disposable-email-domains (CC0) as of
 * September 2026, one domain a line. To bring it up to date, replace the file.
 */
const BUNDLED = new URL('disposable-domains.txt', import.meta.url)

/**
 * The domains of known throw-away providers, which the site refuses; empty if it accepts them.
 * @throws Error when the list cannot be read, or names something that is no domain
 */
export function readDisposableDomains(env: DisposableSettings): ReadonlySet<string> {
  if (env.DISPOSABLE_ADDRESSES === 'accept') return new Set()
  const given = env.DISPOSABLE_DOMAINS_FILE
  return given === undefined ? new Set(linesOf(readFileSync(BUNDLED, 'utf8'))) : readOwnList(given)
}

function readOwnList(path: string): ReadonlySet<string> {
  try {
    return new Set(linesOf(readFileSync(path, 'utf8')).map(domainIn))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The list in DISPOSABLE_DOMAINS_FILE cannot be used: ${why}`, { cause: error })
  }
}

function domainIn(line: string): string {
  const domain = parseBlockTarget(line)
  if (domain === null || !isDomain(domain)) throw new Error(`“${line}” is not a domain.`)
  return domain
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}
