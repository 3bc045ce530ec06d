import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import { type JobQueue, type JobRow, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { EngineDefaults, SurveyedEngine } from './engine-choice.ts'
import { administerDefaults, viewDefaults } from './administer-defaults.ts'
import { type EngineSpeed, listSpeeds } from './engine-speed-rows.ts'
import { INSTALL_MODEL } from '../models/install-job.ts'
import type { ModelStatus } from '../ports.ts'
import type { OpenSpeech } from '../speech.ts'
import type { ComingModel } from '../../model/contract.ts'

type Deps = {
  readonly db: Db
  readonly jobs: JobQueue
  readonly speech: Pick<OpenSpeech, 'engines' | 'models'>
  readonly defaults: EngineDefaults
  now(): Date
}

/** Installations are queued in one line, one after another. */
const OWNER = `${SYSTEM_OWNER}speech-models`

/** What operators see and change: engines, their speed, and the models on this machine. */
export function administerSpeech({ db, jobs, speech, defaults, now }: Deps) {
  const { engines, models } = speech
  const installationOf = (q: Queryable, id: string) => jobs.bySubject(q, INSTALL_MODEL.name, id)
  return {
    /** The model that is being installed; null without one. */
    coming: async (q: Queryable) =>
      mostCapable(
        await Promise.all(
          (await models.status()).map(async (model) => comingOf(model, await installationOf(q, model.id))),
        ),
      ),

    async overview() {
      // Before what is installed: an installation that ends in between would leave neither a model nor an installation.
      const installations = new Map(
        await Promise.all((await models.status()).map(async ({ id }) => [id, await installationOf(db, id)] as const)),
      )
      const [surveyed, statuses, speeds, chosen] = await Promise.all([
        engines.survey(),
        models.status(),
        listSpeeds(db),
        defaults.read(),
      ])
      return {
        engines: surveyed.map((each) => engineViewOf(each, speeds)),
        defaults: viewDefaults(surveyed, chosen, defaults.fixed),
        models: statuses.map((model) => ({
          ...model,
          languages: [...model.languages],
          installation: viewOf(model, installations.get(model.id)),
        })),
      }
    },

    ...administerDefaults({ engines, defaults, now }),

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

function engineViewOf({ engine, status, firstFor }: SurveyedEngine, speeds: readonly EngineSpeed[]) {
  return {
    id: engine.id,
    label: engine.label,
    host: engine.elsewhere?.host ?? null,
    problem: status.ok ? null : status.reason,
    firstFor: [...firstFor],
    languages: [...engine.languages],
    detectsLanguage: engine.detectsLanguage,
    soundPerSecond: speeds.find((each) => each.engine === engine.id)?.soundPerSecond ?? null,
  }
}

/** Of several, the one that knows most languages. */
function mostCapable(coming: readonly (ComingModel | null)[]): ComingModel | null {
  const known = coming.filter((each) => each !== null)
  return known.toSorted((a, b) => b.languages.length - a.languages.length)[0] ?? null
}

function comingOf({ label, languages, installed }: ModelStatus, job: JobRow | undefined): ComingModel | null {
  if (installed || languages.length === 0 || job === undefined || !isActive(job) || job.cancelRequested) return null
  return { label, languages: [...languages], progress: job.progress }
}

function isActive({ state }: JobRow): boolean {
  return state === 'queued' || state === 'running'
}

/** An installation that runs, or failed and was not repeated; an older one says nothing of the model. */
function viewOf({ installed }: Pick<ModelStatus, 'installed'>, job: JobRow | undefined) {
  if (job === undefined || job.state === 'done' || job.state === 'cancelled') return null
  if (installed && !isActive(job)) return null
  const { id, state, progress, problem, cancelRequested } = job
  return { jobId: id, state, progress, problem, cancelRequested }
}
