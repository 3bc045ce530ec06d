import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { defineJob } from '#platform/server/jobs.ts'

/**
 * A job that works until somebody opens its gate (a row in `drill_gates`), and then leaves one mark.
 * Every start is written down, so that a drill sees who ran it and when.
 */
export function drillJob(db: Db) {
  return defineJob({
    name: 'drill.work',
    payload: z.object({ id: z.string() }),
    attempts: 5,
    async run({ id }, { signal, progress }) {
      await db.$client.query('insert into drill_starts (job, pid) values ($1, $2)', [id, process.pid])
      for (let looks = 1; ; looks += 1) {
        signal.throwIfAborted()
        progress(1 - 1 / looks)
        const { rowCount } = await db.$client.query('select 1 from drill_gates where job = $1', [id])
        if (rowCount === 1) break
        await db.$client.query('select pg_sleep(0.02)')
      }
      await db.$client.query('insert into drill_marks (job) values ($1) on conflict do nothing', [id])
    },
    async giveUp({ id }, reason, { tx }) {
      await tx.$client.query('insert into drill_given_up (job, reason) values ($1, $2)', [id, reason])
    },
  })
}

/** The tables of `drillJob`. */
export const DRILL_TABLES = `
  create table drill_starts (job text not null, pid integer not null, at timestamptz not null default clock_timestamp());
  create table drill_gates (job text primary key);
  create table drill_marks (job text primary key);
  create table drill_given_up (job text not null, reason text not null);`
