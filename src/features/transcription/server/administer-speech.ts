import type { Db, Tx } from '#platform/server/db.ts'
import { type JobQueue, type JobRow, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import { listSpeeds } from './engine-speed-rows.ts'
import { INSTALL_MODEL } from './models/install-job.ts'
import type { ModelStatus } from './ports.ts'
import type { OpenSpeech } from './speech.ts'

type Deps = { readonly db: Db; readonly jobs: JobQueue; readonly speech: Pick<OpenSpeech, 'engines' | 'models'> }

/** Installations are queued in one line, one after another. */
const OWNER = `${SYSTEM_OWNER}speech-models`

/** What operators see and change: engines, their speed, and the models on this machine. */
export function administerSpeech({ db, jobs, speech }: Deps) {
  const { engines, models } = speech
  const installationOf = (q: Db | Tx, id: string) => jobs.bySubject(q, INSTALL_MODEL.name, id)
  return {
    async overview() {
      const [surveyed, statuses, speeds] = await Promise.all([engines.survey(), models.status(), listSpeeds(db)])
      return {
        engines: surveyed.map(({ engine, status, firstFor }) => {
          const speed = speeds.find((each) => each.engine === engine.id)
          return {
            id: engine.id,
            label: engine.label,
            host: engine.elsewhere?.host ?? null,
            problem: status.ok ? null : status.reason,
            firstFor: [...firstFor],
            soundPerSecond: speed?.soundPerSecond ?? null,
          }
        }),
        models: await Promise.all(
          statuses.map(async (model) => ({
            ...model,
            installation: viewOf(model, await installationOf(db, model.id)),
          })),
        ),
      }
    },

    /** The facts that an action changes. @throws AppError `not_found` */
    async factsOf(tx: Tx, id: string) {
      const { label, installed } = await find(id)
      const installation = await installationOf(tx, id)
      return { label, facts: { installed, installation: installation?.state ?? null } }
    },

    /** Queues an installation. @throws AppError `conflict` if it is installed or being installed */
    async queueInstall(tx: Tx, id: string): Promise<void> {
      const model = await find(id)
      // Concurrent requests wait here, and then find the job of the first one.
      await jobs.countUnfinished(tx, { name: INSTALL_MODEL.name, ownerId: OWNER })
      await refuseWhileInstalling(tx, model)
      if (model.installed) throw new AppError('conflict', `${model.label} is installed.`)
      await jobs.enqueue(tx, INSTALL_MODEL, { modelId: id }, { ownerId: OWNER, subjectId: id, priority: 0 })
    },

    /** Deletes a model and any part of one. @throws AppError `conflict` while it is being installed */
    async remove(tx: Tx, id: string): Promise<void> {
      const model = await find(id)
      await jobs.countUnfinished(tx, { name: INSTALL_MODEL.name, ownerId: OWNER })
      await refuseWhileInstalling(tx, model)
      await models.remove(id)
    },
  }

  async function find(id: string): Promise<ModelStatus> {
    const model = (await models.status()).find((each) => each.id === id)
    if (model === undefined) throw new AppError('not_found', 'Model not found')
    return model
  }

  async function refuseWhileInstalling(tx: Tx, { id, label }: ModelStatus): Promise<void> {
    const job = await installationOf(tx, id)
    if (job !== undefined && isActive(job)) throw new AppError('conflict', `${label} is already being installed.`)
  }
}

function isActive({ state }: JobRow): boolean {
  return state === 'queued' || state === 'running'
}

/** An installation that runs, or failed and was not repeated; an older one says nothing of the model. */
function viewOf({ installed }: ModelStatus, job: JobRow | undefined) {
  if (job === undefined || job.state === 'done' || job.state === 'cancelled') return null
  if (installed && !isActive(job)) return null
  const { id, state, progress, problem, cancelRequested } = job
  return { jobId: id, state, progress, problem, cancelRequested }
}
