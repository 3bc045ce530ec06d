/** Keys, their effect, and the right that hides the row from people who lack it. */
export type Shortcut = readonly [keys: string, effect: string, right?: 'comment']

/** All keyboard shortcuts of the editor, for the help dialog. */
export const SHORTCUTS: readonly { readonly title: string; readonly keys: readonly Shortcut[] }[] = [
  {
    title: 'Playing',
    keys: [
      ['Space', 'Play or pause'],
      ['J · K · L', 'Slower or back · stop · play, then twice as fast'],
      ['Shift J · Shift L', 'Back · forward 3 seconds'],
      [', · .', 'One frame back · forward'],
      ['Click a word', 'Go there; with Ctrl or ⌘, play from there'],
      ['F', 'Full screen, or back; on the timeline, with Shift'],
    ],
  },
  {
    title: 'Loop and markers',
    keys: [
      ['I · O', 'Loop from · to the playhead; on a word, with Shift'],
      ['R', 'Loop the selected caption, or stop'],
      ['X', 'Stop the loop; on a word, with Shift'],
      ['M', 'Add a marker at the playhead; on a word, with Shift'],
    ],
  },
  {
    title: 'Times',
    keys: [
      ['[ · ]', 'Word starts · ends at the playhead'],
      ['{ · }', 'Roll the edge to the word before · after to the playhead'],
      ['( · )', 'Roll the edge to the caption before · after to the playhead'],
      ['Alt ← · Alt →', 'Move the selected words by 10 ms; with Shift, by a frame'],
      ['Shift S', 'Split the caption at the playhead'],
    ],
  },
  {
    title: 'Words',
    keys: [
      ['← → ↑ ↓', 'Move between words and captions'],
      ['Enter or F2', 'Edit the word'],
      ['I', 'Insert words after it'],
      ['Backspace', 'Delete'],
      ['W', 'Join with the next word, or join the selected words'],
      ['E', 'Mark as a keyword'],
      ['H', 'Hide, or show again'],
      ['X', 'Censor the text and sound, or stop'],
    ],
  },
  {
    title: 'Speakers',
    keys: [
      ['1 to 9', 'This speaker says the selected words; the next number adds one'],
      ['Shift 1 to 7', 'This speaker says all words from here on, up to the next speaker'],
      ['0', 'No speaker'],
      ['P', 'Names, colours and all speakers'],
    ],
  },
  {
    title: 'Selecting',
    keys: [
      ['Shift ← → ↑ ↓', 'Select words; also by dragging, or Shift and click'],
      ['Shift Home · Shift End', 'Select to the start · end of the caption'],
      ['Ctrl A', 'Select all words'],
      ['Double-click a time', 'Select its caption'],
      ['Menu key or right click', 'Actions for the selected words'],
    ],
  },
  {
    title: 'Captions',
    keys: [
      ['S or Ctrl Enter', 'Split the caption before this word'],
      ['M', 'Merge with the next caption'],
      ['Alt ↑ · Alt ↓', 'Move the words to the caption above · below'],
    ],
  },
  {
    title: 'Timeline',
    keys: [
      ['← → ↑ ↓', 'Move between words and captions; with Shift, select'],
      ['Alt ← · Alt →', 'Move the selected words by 10 ms; with Shift, by a frame'],
      ['[ · ]', 'Word starts · ends at the playhead'],
      ['Tab, then ← →', 'Move the start or the end of the word by 10 ms; with Shift, by a frame'],
      ['+ · − · 0', 'Zoom in · out · to the whole video'],
      ['Ctrl wheel or pinch', 'Zoom around the pointer'],
      ['F', 'Follow the playhead'],
      ['R', 'Ripple: words after it move along'],
      ['N', 'Roll: an edge and its neighbour move together'],
      ['Shift while dragging', 'Move freely, without snapping'],
      ['Escape while dragging', 'Cancel'],
    ],
  },
  {
    title: 'While typing',
    keys: [
      ['Space', 'Makes two words'],
      ['Enter · Escape', 'Keep · cancel'],
      ['Tab', 'Keep, and edit the next word'],
      ['Backspace at the start', 'Joins with the word or caption before'],
    ],
  },
  {
    title: 'On the picture',
    keys: [
      ['← → ↑ ↓', 'Move the caption by 1%; with Shift by 5%, with Alt by 0.1%'],
      ['Enter', 'Edit its text; Shift Enter breaks the line'],
      ['Delete', 'Reset its place'],
      ['Shift or Alt while dragging', 'Moves without snapping'],
    ],
  },
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl Z · Ctrl Shift Z', 'Undo · redo, without limit'],
      ['Ctrl F', 'Find and replace'],
      ['Ctrl S', 'Save now'],
      ['Ctrl Alt M', 'Comment on the selected words', 'comment'],
      ['?', 'This sheet'],
    ],
  },
]
