/** What was found against what should have been, each item as often as it occurs. */
export class SpanCounts {
  right = 0;
  found = 0;
  wanted = 0;

  add(found: readonly string[], wanted: readonly string[]): void {
    const left = [...wanted];
    for (const item of found) {
      const at = left.indexOf(item);
      if (at < 0) continue;
      left.splice(at, 1);
      this.right++;
    }
    this.found += found.length;
    this.wanted += wanted.length;
  }

  get precision(): number {
    return this.right / Math.max(1, this.found);
  }

  get recall(): number {
    return this.right / Math.max(1, this.wanted);
  }

  get f1(): number {
    return (2 * this.right) / Math.max(1, this.found + this.wanted);
  }
}
