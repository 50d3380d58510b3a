import type { Origin } from './check-together.js';
import type { LoadedConfig } from './load-config.js';
import { shownValue } from './option-types.js';
import { options } from './options.js';

/** One value as it may be shown to anyone. */
export interface DescribedOption {
  name: string;
  /** As the file would have it; a secret that is set reads `********`. */
  value: unknown;
  origin: Origin;
}

/** The configuration with the origin of each value, secrets masked. */
export function describeConfig({ config, origins }: LoadedConfig): DescribedOption[] {
  return options.map((option) => {
    const raw = option.name
      .split('.')
      .reduce<unknown>((section, part) => (section as Record<string, unknown>)[part], config);
    const value = option.secret && raw !== null ? '********' : option.format(raw);
    return { name: option.name, value, origin: origins[option.name] };
  });
}

/** {@link describeConfig} as lines of aligned columns for a terminal. */
export function configTable(loaded: LoadedConfig): string {
  const rows = describeConfig(loaded).map(({ name, value, origin }) => [
    name,
    shownValue(value),
    origin.detail ? `${origin.source} ${origin.detail}` : origin.source,
  ]);
  return alignColumns([['OPTION', 'VALUE', 'FROM'], ...rows]);
}

/** Rows of text with every column as wide as its widest cell, each line ended. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** The table of options for the README, as GitHub-flavoured Markdown. */
export function optionsMarkdown(): string {
  const inCell = (cell: string) => cell.replaceAll('|', '\\|');
  const rows = options.map(
    ({ name, env, flag, description, defaultText, allowed }) =>
      `| \`${name}\` | \`${env}\` | \`${flag}\` | ${inCell(defaultText)} | ${inCell(description)}; ${inCell(allowed)} |`,
  );
  return [
    '| option | environment | flag | default | meaning; allowed |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
