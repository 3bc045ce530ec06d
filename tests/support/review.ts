import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import type { Role } from '#features/collaboration/model/index.ts'
import type { Command } from '#features/captions/model/index.ts'
import { createDocumentFor } from '#features/captions/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { PROBE } from './captions-lab.ts'
import { storeContent } from './files.ts'
import { testProduct } from './product.ts'

/** The whole product with people, captioned projects and comments. Call it once per file, at the top level. */
export async function startReview() {
  const site = await testProduct()
  const { db, product } = site

  /** A new user with the procedures as their client. */
  async function person(name: string) {
    const { dana, email, id } = await site.signedUp({ name })
    const context = { context: { caller: { userId: id, email }, requestId: 'test' } }
    return {
      id,
      email,
      name,
      browser: dana,
      review: createRouterClient(product.procedures.review, context),
      captions: createRouterClient(product.procedures.captions, context),
    }
  }
  type Person = Awaited<ReturnType<typeof person>>

  return {
    ...site,
    person,
    /** Lets somebody work on the videos of an owner on pro. */
    async join(owner: Person, member: Person, role: Role = 'editor') {
      await db.$client.query(`update users set plan = 'pro' where id = $1`, [owner.id])
      await db.$client.query(
        'insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, $3, now())',
        [owner.id, member.id, role],
      )
    },
    /** A prepared video with captions: the words w1, w2, …, each of 400 ms. */
    async project(owner: Person, said = 'one two three four five six', title = 'Summer') {
      const id = randomUUID()
      await db.$client.query(
        `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe, assets)
         values ($1, $2, $3, 'prepared', 1000, repeat('0', 64), $4, '{preview,poster}')`,
        [id, owner.id, title, JSON.stringify(probeOf(said))],
      )
      await storeContent(product.files, `projects/${id}/preview.mp4`, 'a preview of the video')
      await storeContent(product.files, `projects/${id}/poster.jpg`, 'a poster')
      await transaction(db, (tx) => createDocumentFor(tx, { id, probe: probeOf(said) }, transcriptOf(said)))
      return id
    },
    /** Saves one edit on the newest captions. */
    async edit(who: Person, projectId: string, commands: Command[]) {
      const { document } = await who.captions.get({ projectId })
      const batches = [{ batchId: randomUUID(), commands }]
      return who.captions.apply({ projectId, clientId: randomUUID(), baseRevision: document.rev, batches })
    },
  }
}

/** The transcript of spoken words. */
export function transcriptOf(said: string) {
  const words = said.split(' ').map((text, at) => ({
    text,
    startMs: at * 400,
    endMs: at * 400 + 400,
    confidence: 1,
    timing: 'asr' as const,
  }))
  return { words, lang: 'en', provenance: { engine: 'test', model: 'test' } }
}

/** A video that is long enough for spoken words. */
function probeOf(said: string) {
  return { ...PROBE, durationMs: Math.max(5_000, said.split(' ').length * 400) }
}
