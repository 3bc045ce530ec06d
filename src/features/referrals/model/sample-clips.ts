/** A short captioned video for affiliates to share; its id is also that of its template. */
export type SampleClip = { readonly id: string; readonly label: string; readonly words: string }

/** The available clips. Their words are true of each of them. */
export const SAMPLE_CLIPS: readonly SampleClip[] = [
  { id: 'karaoke', label: 'Karaoke', words: 'Every word lights up in the moment it is spoken so people read along' },
  { id: 'follow-pill', label: 'Follow pill', words: 'A pill follows the voice from word to word with the sound off' },
  { id: 'one-word-pop', label: 'One word pop', words: 'One word at a time for clips that want to be fast' },
]

/** The path of a clip. */
export function sampleClipPath({ id }: Pick<SampleClip, 'id'>): string {
  return `/api/affiliate-clips/${id}.mp4`
}
