/** What each kind of job does, as operators read it. */
export const JOB_KINDS = {
  'accounts.erasePhotos': 'Erase a profile photo',
  'app.sample-clip': 'Make a sample clip',
  'billing.end-subscriptions': 'End subscriptions of an erased account',
  'brand.eraseFonts': 'Erase fonts',
  'brand.eraseLogos': 'Erase logos',
  'brand.restyle': 'Restyle videos',
  'mail.send': 'Send a mail',
  'media.check': 'Check an upload',
  'media.copy': 'Copy a video',
  'media.delete-all': 'Delete the videos of an erased account',
  'media.early-sound': 'Use the sound before the video',
  'media.erase': 'Erase a video',
  'media.prepare': 'Prepare a video',
  'media.sound': 'Prepare the sound of a video',
  'media.upgrade': 'Prepare a video again',
  'operations.backUp': 'Back up the site',
  'operations.sendAlert': 'Send an alert',
  'rendering.erase': 'Erase an export',
  'rendering.render': 'Export a video',
  'site.erasePicture': 'Erase a site logo',
  'site.policy-notice': 'Mail users about a policy',
  'storage.reconcile': 'Compare database and files',
  'storage.record-expiries': 'Record new dates of deletion',
  'transcription.install-model': 'Install a speech model',
  'transcription.test-speech': 'Test speech recognition',
  'transcription.transcribe': 'Make captions',
} as const satisfies Readonly<Record<string, string>>
const KINDS: ReadonlyMap<string, string> = new Map(Object.entries(JOB_KINDS))

/** A kind of job in words; the name of one that this release does not know. */
export function labelOfJob(kind: string): string {
  return KINDS.get(kind) ?? kind
}
