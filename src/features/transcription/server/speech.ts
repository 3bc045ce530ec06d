import type { Speech } from './deps.ts'
import { energySegmenter } from './energy-segmenter.ts'
import { engineChoice } from './engine-choice.ts'
import { CATALOGUE } from './models/catalogue.ts'
import { modelStore } from './models/store.ts'
import { pocketsphinxAligner } from './pocketsphinx/aligner.ts'
import { pocketsphinxEngine } from './pocketsphinx/engine.ts'
import { pocketsphinxInstallation } from './pocketsphinx/installation.ts'
import type { ModelStore } from './ports.ts'
import { sherpaEngine } from './sherpa/engine.ts'

/** All speech work of one process, to be closed at its end. */
export type OpenSpeech = Speech & { readonly models: ModelStore; close(): Promise<void> }

/**
 * Every engine this product knows, whether it works on this machine or not.
 * @param o.modelsDirectory where neural models lie
 * @param o.mirror replaces the official address of their downloads
 * @param o.temporary makes a private folder that is swept when a crash leaves it behind; default in the system's folder
 */
export function openSpeech(o: {
  modelsDirectory: string
  mirror?: string | undefined
  temporary?: () => Promise<string>
  now(): Date
}): OpenSpeech {
  const installation = pocketsphinxInstallation({ temporary: o.temporary })
  const segmenter = energySegmenter()
  const aligner = pocketsphinxAligner(installation, segmenter)
  const store = modelStore({ catalogue: CATALOGUE, directory: o.modelsDirectory, mirror: o.mirror })
  const neural = CATALOGUE.map((model) => sherpaEngine(model, { store, aligner, now: o.now }))
  return {
    engines: engineChoice([...neural, pocketsphinxEngine(installation)]),
    aligner,
    segmenter,
    models: store,
    async close() {
      await Promise.all(neural.map((engine) => engine.close()))
    },
  }
}
