/** The built source text of an audio worklet; the build inlines it. */
declare module 'worklet:*' {
  const source: string;
  export default source;
}
