import { z } from 'zod'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { EngineDefaults } from './engine-choice.ts'

const Row = z.object({ language: z.string(), engine: z.string() })

/**
 * The engines that the site uses first, by language: those of `SPEECH_ENGINES`, then those that operators chose.
 * @param setting such as `en=parakeet-110m,de=whisper-turbo`; the schema of the environment has checked it
 */
export function siteDefaults(db: Db, setting: string | undefined): EngineDefaults {
  const fixed = new Map((setting ?? '').split(',').flatMap((pair) => pairIn(pair)))
  return {
    fixed: new Set(fixed.keys()),
    async read(q: Queryable = db) {
      const chosen = await queryRows(q, Row, 'select language, engine from speech_defaults order by language')
      return new Map([...chosen.map(({ language, engine }): [string, string] => [language, engine]), ...fixed])
    },
  }
}

/** Stores the engine for a language; null leaves the choice to the product. @throws AppError `conflict` if it is fixed */
export async function storeDefault(
  tx: Tx,
  defaults: EngineDefaults,
  o: { language: string; engine: string | null; at: Date },
): Promise<void> {
  if (defaults.fixed.has(o.language))
    throw new AppError('conflict', 'The settings of the server choose the engine for this language.')
  if (o.engine === null) await execute(tx, 'delete from speech_defaults where language = $1', [o.language])
  else
    await execute(
      tx,
      `insert into speech_defaults (language, engine, set_at) values ($1, $2, $3)
       on conflict (language) do update set engine = excluded.engine, set_at = excluded.set_at`,
      [o.language, o.engine, o.at],
    )
}

function pairIn(pair: string): [string, string][] {
  const [language, engine] = pair.split('=').map((part) => part.trim())
  return language === undefined || engine === undefined ? [] : [[language, engine]]
}
