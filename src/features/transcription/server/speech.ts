import type { Log } from '#platform/server/log.ts'
import type { Speech } from './deps.ts'
import { energySegmenter } from './segments/energy-segmenter.ts'
import { type EngineDefaults, engineChoice } from './engines/engine-choice.ts'
import type { CatalogueModel } from './models/catalogue.ts'
import { PUNCTUATION_MODEL, type PunctuationModel } from './models/punctuation-model.ts'
import { SPEAKER_MODELS, type SpeakerModel } from './models/speaker-models.ts'
import { knownModels } from './models/own-models.ts'
import { modelStore } from './models/store.ts'
import { VOICE_ACTIVITY_MODEL, type VoiceActivityModel } from './models/voice-activity-model.ts'
import { pocketsphinxAligner } from './pocketsphinx/aligner.ts'
import { pocketsphinxEngine } from './pocketsphinx/engine.ts'
import { pocketsphinxInstallation } from './pocketsphinx/installation.ts'
import type { ModelStore } from './ports.ts'
import { punctuator } from './punctuation/punctuate.ts'
import { sherpaEngine } from './sherpa/engine.ts'
import { serviceEngine } from './speech-service/engine.ts'
import { speakerFinder } from './speakers/speaker-finder.ts'
import type { SpeechService } from './speech-service/settings.ts'
import { speechFinder } from './voice-activity/find-speech.ts'
import { speechSegmenter } from './voice-activity/speech-segmenter.ts'

/** The speech tools of one process; close them when it ends. */
export type OpenSpeech = Speech & { readonly models: ModelStore; close(): Promise<void> }

/**
 * Creates every engine of the product, whether or not it works on this machine.
 * @param o.modelsDirectory directory of the neural models
 * @param o.mirror replaces the official address of their downloads
 * @param o.service recognises speech on another machine; default: none
 * @param o.modelsFile the operator's own models, which come before those of the product; default: none
 * @param o.defaults the engines that the site chose for languages; default: none
 * @param o.log receives why the model of speech failed; default: nothing does
 * @param o.catalogue the neural models; default: those of the operator and the product
 * @param o.temporary creates a private folder that is swept after a crash; default: in the system's temporary folder
 */
export function openSpeech(o: {
  modelsDirectory: string
  mirror?: string | undefined
  modelsFile?: string | undefined
  defaults?: EngineDefaults
  service?: SpeechService | undefined
  temporary?: () => Promise<string>
  catalogue?: {
    recognition?: readonly CatalogueModel[]
    speakers?: readonly SpeakerModel[]
    punctuation?: PunctuationModel
    voiceActivity?: VoiceActivityModel
  }
  log?: Pick<Log, 'warn'>
  now(): Date
}): OpenSpeech {
  const installation = pocketsphinxInstallation({ temporary: o.temporary })
  const loudnessSegmenter = energySegmenter()
  const aligner = pocketsphinxAligner(installation, loudnessSegmenter)
  const {
    recognition = knownModels(o.modelsFile),
    speakers = SPEAKER_MODELS,
    punctuation = PUNCTUATION_MODEL,
    voiceActivity = VOICE_ACTIVITY_MODEL,
  } = o.catalogue ?? {}
  const catalogue = [...recognition, voiceActivity, ...speakers, punctuation]
  const store = modelStore({ catalogue, directory: o.modelsDirectory, mirror: o.mirror })
  const neural = recognition.map((model) => sherpaEngine(model, { store, aligner, now: o.now }))
  const service = o.service === undefined ? [] : [serviceEngine(o.service, { aligner, now: o.now })]
  return {
    engines: engineChoice([...service, ...neural, pocketsphinxEngine(installation)], o.defaults),
    aligner,
    segmenter: speechSegmenter(speechFinder(store, voiceActivity), { loudnessSegmenter, log: o.log }),
    loudnessSegmenter,
    speakers: speakerFinder(store, speakers),
    punctuator: punctuator(store, punctuation),
    models: store,
    async close() {
      await Promise.all(neural.map((engine) => engine.close()))
    },
  }
}
