import { siteName } from '#platform/shared/product.ts'
import { reach, type TextFacts } from './text-facts.ts'

/** The most common problems, in the Markdown of our texts: a heading per group, a subheading per problem. */
export function problemsText(facts: TextFacts): string {
  return [uploadText(facts), wordsText(facts), exportProblems(facts), accountText(facts)].join('\n')
}

function uploadText({ sells }: TextFacts): string {
  return `
## Uploading

### My upload stopped

Press **Try again**, or choose the same file once more. The upload resumes where it stopped, even after a lost network or a
restarted browser. If you see “Your session has ended”, log in and choose the same file again.

${sells ? PLAN_TOO_SMALL : SITE_TOO_SMALL}
### “We couldn’t read this file”

The content of the file matters, not its name. Open it in the app it came from and save it as MP4, MOV, M4V, WebM or MKV.
Sound without a picture is not supported yet.

### “This video breaks off” or “This video is incomplete”

Part of the file is missing, most often because it was copied during recording or sending. Copy it again from the device
that recorded it, and upload the whole file.

### “We don’t support this compression”

Save it as H.264 video with AAC sound. Every editor and every phone supports this, often as “most compatible”.

### “You have 20 unfinished uploads”

Uploads count until their video is ready. Wait for one, or open [My videos](/upload) and cancel one.
`
}

const PLAN_TOO_SMALL = `### “This file is …; the free plan takes up to …”

The file is larger, or the video longer, than your plan allows. Trim it or save it in a smaller size, or
[choose a larger plan](/pricing). Nothing was charged.
`
const SITE_TOO_SMALL = `### “This file is …; this site takes up to …”

The file is larger, or the video longer, than this site allows. Trim it or save it in a smaller size.
`

function wordsText({ sells }: TextFacts): string {
  const free = sells ? ' Nothing was charged.' : ''
  return `
## Words and captions

### Some words are wrong

Click a word in the transcript and type the right one. Uncertain words are underlined. If many are wrong, the speech is
unclear or the wrong language was detected: start again and choose the language, or paste your script.

### “No speech found”

${sells ? 'Nothing was charged. ' : ''}If somebody speaks in the video, make the sound louder and upload it again. Otherwise paste your
script, or start with empty captions.

### A word comes too early or too late

Select it and move its start or end. To check, click any word: the video plays from there.

### “No speech engine for … is installed here”

This site cannot transcribe that language. Paste your script, or upload an SRT or VTT file: every word is timed to the
sound.${free}

### “… changed “word” while you changed it”

Two people changed the same words at once. Nothing is lost: choose **Keep mine** or **Keep theirs**.
`
}

function exportProblems({ contacts, sells }: TextFacts): string {
  return `
## Exporting

### “There are no captions to export yet”

Make captions first, or add at least one line yourself.

### The export failed

Press **Export video** again${sells ? '; it costs nothing' : ''}. If it says “This video needs more processing than an export allows”, try a shorter
or smaller version. If it fails a second time, write to ${reach(contacts, 'support')} and tell us the time it shows.

### The export waits for its turn

Other exports are ahead of yours. You can leave the page: the export continues, and the file is there when you return.
`
}

function accountText(facts: TextFacts): string {
  return `
${facts.sells ? creditsText(facts) : '## Your account\n'}
### “The e-mail or password is wrong”

Check both, then [set a new password](/forgot-password). If you signed up with another service, log in with that one.

### “Too many attempts”

Wait a minute, then try again. This protects your account from guessed passwords.

### The page says “You're offline”

Your device has lost its connection. Press **Retry Connection** when it is back; your work is not lost. If other sites
work, see [the status of ${siteName()}](/status).
`
}

function creditsText({ contacts, price }: TextFacts): string {
  return `## Credits and your account

### “Insufficient credits”

Captioning costs ${price.credits} credits for each started ${price.spanMs / 60_000} minutes. Trim the video, or [get more credits](/pricing). Credits that are
set aside for running work come back if it fails or you stop it.

### Were credits taken for something that failed?

No. Credits are set aside when the work starts and charged when the captions are ready. If you see a wrong charge, write to
${reach(contacts, 'support')}.
`
}
