import { resolve } from 'node:path'
import type { Env } from '#platform/server/env.ts'
import { sessionSecret } from './session-secret.ts'

type Settings = Pick<Env, 'MAIL_BOUNCES' | 'MAIL_REPORTS_TOKEN' | 'SESSION_SECRET' | 'DATA_DIR'>

/**
 * Where failures of mails are reported, and the secret that signs the addresses; every process needs the same.
 * @returns undefined if they are not received
 * @throws Error as {@link checkBounceSettings}
 */
export async function bounceSettings(env: Settings): Promise<{ address: string; secret: string } | undefined> {
  checkBounceSettings(env)
  if (env.MAIL_BOUNCES === undefined) return undefined
  const secret = await sessionSecret({ given: env.SESSION_SECRET, dataDir: resolve(env.DATA_DIR) })
  return { address: env.MAIL_BOUNCES, secret }
}

/** @throws Error if only one of the two settings is set */
export function checkBounceSettings(env: Pick<Settings, 'MAIL_BOUNCES' | 'MAIL_REPORTS_TOKEN'>): void {
  if ((env.MAIL_BOUNCES === undefined) !== (env.MAIL_REPORTS_TOKEN === undefined))
    throw new Error('MAIL_BOUNCES and MAIL_REPORTS_TOKEN go together; set both or none.')
}
