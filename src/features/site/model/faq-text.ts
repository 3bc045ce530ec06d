import { siteName } from '#platform/shared/product.ts'
import { creditsAndPlans } from './credits-text.ts'
import { keptAnswer } from './retention-text.ts'
import { reach, type TextFacts } from './text-facts.ts'

/** /faq, in the Markdown of our texts: a heading for each group, and a subheading for each question. */
export function faqText(facts: TextFacts): string {
  const { sells } = facts
  const sales = sells ? [creditsAndPlans(facts)] : []
  return [startText(sells), captions, exportText(sells), ...sales, filesText(facts), people(facts)].join('\n')
}

function startText(sells: boolean): string {
  return `
## Getting started

### What does ${siteName()} do?

You drop in a video of somebody talking. ${siteName()} finds each word and the moment it is spoken, and gives you the video
back with animated captions, ready to post. In between, you can change every word and the whole look.

### Which videos can I upload?

MP4, MOV, M4V, WebM and MKV, with H.264, HEVC, VP8, VP9 or AV1 pictures, up to 3840×2160 pixels and 120 frames a second.
Portrait or landscape, HDR and variable frame rates all work. Maximum length and size ${sells ? 'depend on [your plan](/pricing)' : 'are shown where you choose the video'}.

### Which languages does it understand?

The page that starts the captions lists the available languages and the quality to expect. For any other language, paste
your script or bring an SRT, VTT or JSON file: its words stay unchanged, and each is timed to the sound.

### What if my video has no sound?

You can still upload it. Its captions start empty, and you type them.

### Does it work on a phone?

Yes. You can upload, correct and export in the browser. For long edits, a keyboard is more comfortable.
`
}

const captions = `
## Captions and editing

### How good are the captions?

On clear speech, most words are right the first time. Uncertain words are underlined, so you know where to look. Music,
several speakers at once and strong echo make it harder. With your own script, every word is right from the start.

### How do I correct a word?

Click it in the transcript and type. The other words keep their times to the millisecond.

### Can I change when a word appears?

Yes. Select it and move its start or end. You can also split a line, join two, and find and replace.

### Is my work saved?

Yes, automatically as you type. The editor shows when. If you lose the connection, your edits wait in the browser and are
sent when it is back. Undo is unlimited.

### Can I change the look?

Yes. Choose a template, then change its font, size, colours, position and more. The preview shows your own words and uses
the same code as the export.

### Do emoji, Arabic or Japanese work?

Yes. Emoji are in colour, Arabic and Hebrew run from right to left, and Hindi and Japanese have the right shapes.
`

function exportText(sells: boolean): string {
  return `
## Exporting

### What do I get?

An MP4 that every social network accepts, with the captions burned in, in your size and frame rate, with your original
sound where possible. You also get caption files: SRT, WebVTT and JSON.

### Is the export what I saw?

Yes. The same code draws the preview and the export, and a test compares them pixel by pixel.

### How often may I export?

As often as you like.${sells ? ' Exports cost no credits.' : ''}

### Can I leave while it works?

Yes, at every step. Uploads resume where they stopped; captions and exports continue without you.
`
}

function filesText(facts: TextFacts): string {
  const { speechHost } = facts
  return `
## Your files

### Who can see my videos?

You and the people you invite. Nobody else can open a file, not even with its address.

### Is my video sent to other companies or used for training?

${
  speechHost === undefined
    ? 'No. Speech is recognised on our own machines, and we do not train anything on your videos.'
    : `The sound of a video that you let us listen to is sent to ${speechHost}, which recognises the speech. The page says so before you start. We do not train anything on your videos.`
}

### How long are my files kept?

${keptAnswer(facts)}

### How do I delete everything?

Delete single videos wherever you see them, or your account in [your profile](/profile). Before you delete your account,
we list what will be lost. [The privacy policy](/privacy) has the details.
`
}

function people({ contacts, sells }: TextFacts): string {
  return `
## Working with others

### Can my team edit with me?

${sells ? 'Yes, from the Pro plan on; [the plans](/pricing) state how many people.' : 'Yes.'} You invite them by e-mail as editors,
as suggesters, whose edits wait until you accept them, as reviewers, who comment, or as viewers. They see your projects${sells ? ' but not your billing' : ''}.
${sells ? AFFILIATES : ''}
### My question is not here.

See [Support](/support), or write to ${reach(contacts, 'support')}.
`
}

const AFFILIATES = `
### Is there an affiliate programme?

Yes. You earn 40% of what the people you refer pay, on every paid invoice. [Become an affiliate](/affiliate).
`
