/** Words that begin with a vowel's letter and not with its sound: a unicorn, a USB cable, a European plug, a one piece. */
const consonantSound = /^(uni(?!n)|us[abeu]|uk|ut[ei]|uv|u\b|eu|ew|one\b|once\b)/;

/** Words whose first letter is silent, and those that are spelled out: an hour, an LED, an XL shirt, an 18 volt drill. */
const vowelSound =
  /^(hour|honest|heir|hdmi\b|hp\b|led\b|lcd\b|lg\b|mdf\b|mp3\b|nfl\b|nba\b|rgb\b|rv\b|sd\b|ssd\b|suv\b|spf\b|xbox\b|x?xl\b|xs\b|[fhlmnrsx]\b|8|11\b|18\b)/;

/** The indefinite article before a word. */
export function article(next: string): string {
  const word = next.toLowerCase();
  return vowelSound.test(word) || (/^[aeiou]/.test(word) && !consonantSound.test(word)) ? 'an' : 'a';
}
