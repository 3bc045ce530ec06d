import { z } from 'zod'
import { flag, webAddress } from './values.ts'

/** The settings of speech recognition. */
export const speechSettings = {
  SPEECH_MODEL: z
    .string()
    .trim()
    .min(1)
    .default('auto')
    .describe(
      'Speech model to download when a worker starts: auto chooses one for this machine at the first start, none fetches nothing, or the id of a model',
    ),
  ASR_MODELS_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of speech models and target of downloads; default DATA_DIR/models'),
  ASR_MODEL_MIRROR: webAddress
    .optional()
    .describe('Mirror for downloads of speech models, instead of the official address'),
  SPEECH_ENGINES: z
    .string()
    .regex(/^([a-z]{2,4}=[a-z0-9-]{1,100}(, ?|$))+$/u, 'must be pairs such as en=parakeet-110m,de=whisper-turbo')
    .optional()
    .describe(
      'Engines to use first by language, for example en=parakeet-110m,de=whisper-turbo,auto=parakeet-v3; operators choose the others under Speech',
    ),
  SPEECH_MODELS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('JSON file that adds speech models of your own, read at the start; see Models of your own'),
  SPEECH_API_URL: webAddress
    .refine(
      (address) => !URL.canParse(address) || isPlain(new URL(address)),
      'must have no user name, password, query or fragment',
    )
    .optional()
    .describe(
      'OpenAI-compatible service that recognises speech, up to /v1, for example https://speech.example.com/v1; the sound of videos is sent there',
    ),
  SPEECH_API_KEY: z
    .string()
    .regex(/^[\x21-\x7E]+$/u, 'must be one word of plain letters, digits and signs')
    .optional()
    .describe('Key of that service, sent as a bearer token'),
  SPEECH_API_MODEL: z.string().trim().min(1).max(100).default('whisper-1').describe('Model that the service uses'),
  SPEECH_API_MAX_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(7_200)
    .describe('Longest video whose sound is sent, in seconds; longer ones are recognised on this machine'),
  SPEECH_API_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(60)
    .describe('Seconds that the service may take for one piece of sound, which is at most 30 seconds long'),
  SPEECH_API_RETRIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(2)
    .describe('Further attempts for a piece when the service is busy or does not answer'),
  SPEECH_API_ALLOW_PRIVATE: flag.describe(
    'true allows a service on this machine or in a private network, also through http://; others must use https://',
  ),
}

function isPlain({ username, password, search, hash }: URL): boolean {
  return username + password + search + hash === ''
}
