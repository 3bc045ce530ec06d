/** The shortest password, in characters (product §6). */
export const PASSWORD_MIN = 12
/** The longest password: hashing more costs time and adds no security. */
export const PASSWORD_MAX = 128

/** The refusal of a leaked password and of variations on one. */
export const TOO_COMMON = 'Too many people use a password like this one. Try a few words that do not belong together.'

/**
 * Why a new password is refused, as one sentence; null if it is accepted.
 *
 * Besides a wrong length it refuses what fills the lists of leaked passwords: common words and keyboard rows with
 * digits around them, a few repeated characters, and the owner's own address.
 */
export function passwordProblem(password: string, email = ''): string | null {
  const characters = Array.from(password)
  if (characters.length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`
  if (characters.length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`
  return isCommon(password) || isAddress(password, email) ? TOO_COMMON : null
}

/** The words, names and keyboard rows at the top of every published list of leaked passwords, in plain letters. */
const COMMON_WORDS = `
  abc abcd abcdef abcdefgh access adidas admin administrator alexander amanda america andrea andrew angel anthony apple
  arsenal asdf asdfgh asdfghjkl ashley autumn azerty babygirl bailey baseball basketball batman beautiful blink
  butterfly buster caption captions changeme charlie chelsea chocolate computer cookie corvette dallas daniel default
  diamond dragon elizabeth eminem facebook family ferrari flower football forever freedom friends gandalf ginger google
  guest hannah harley heaven hello hockey hunter iloveu iloveyou internet jennifer jessica jesus jordan joshua justin
  killer letmein liverpool login london lovely loveme lovers manager master matrix matthew maverick mercedes merlin
  michael michelle minecraft monkey mustang naruto nicole ninja orange pass passw0rd passwd password passwort
  pepper phoenix pokemon princess qazwsx qazwsxedc qwer qwert qwerty qwertyuiop qwertz rainbow ranger robert root
  samantha samsung school secret shadow silver slipknot snoopy soccer spiderman spring starwars summer sunshine
  superman superuser system tequila test testing thomas thunder tigger trustno trustnoone user victoria video welcome
  whatever william winter wordpop yankees yellow youtube zaq zaqwsx zxcv zxcvbn zxcvbnm qweasd qweasdzxc asdasd
  the my our your and me you i is am a an to of love for ever one two three dont do not
`
  .trim()
  .split(/\s+/)
/** Rows and patterns of the digit keys, which people repeat until the password is long enough. */
const DIGIT_ROWS = ['1234567890', '0987654321', '123456789', '987654321', '147258369', '159753', '123123', '112233']
/** Characters that people use in place of a letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** A password with fewer distinct characters is one thing repeated: aaaaaaaaaaaa, 121212121212. */
const DIFFERENT_MIN = 5

function isCommon(password: string): boolean {
  const plain = password.toLowerCase()
  if (new Set(plain).size < DIFFERENT_MIN || isRun(plain)) return true
  // Strip the year and the "!" at the end first: as look-alikes they would turn into letters.
  const core = plain.replaceAll(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '')
  const undisguised = Array.from(core, (character) => LOOKALIKES[character] ?? character).join('')
  return isMadeOfCommonWords(lettersOf(plain)) || isMadeOfCommonWords(lettersOf(undisguised)) || isDigitRow(plain)
}

/** Drops digits and signs around and between words: every guesser tries them. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, '')
}

function isDigitRow(text: string): boolean {
  return DIGIT_ROWS.some((row) => text.startsWith(row.repeat(2).slice(0, PASSWORD_MIN)))
}

/** Whether `text` consists only of listed words. */
function isMadeOfCommonWords(text: string): boolean {
  if (text === '') return false
  const reachable = [true, ...Array.from(text, () => false)]
  for (let at = 0; at < text.length; at += 1) {
    if (reachable[at] !== true) continue
    for (const word of COMMON_WORDS) if (text.startsWith(word, at)) reachable[at + word.length] = true
  }
  return reachable[text.length] === true
}

/** Whether each character follows the previous one, up or down: abcdefghijkl, 987654321098. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.filter((step) => Math.abs(step) === 1).length >= steps.length - 1
}

function isAddress(password: string, email: string): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  if (local.length < 4) return false
  const rest = password
    .toLowerCase()
    .replaceAll(domain || '@', '')
    .replaceAll(local, '')
  return password.toLowerCase().includes(local) && lettersOf(rest).length < 4
}
