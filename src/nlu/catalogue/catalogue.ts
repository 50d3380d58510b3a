import type { PackDefinition } from '../pack/schema/pack-schema.js';
import type { Context } from '../understanding.js';

/** One entry of a catalogue. */
export interface Product {
  id: string;
  title: string;
  /** In units of the currency, such as 49.99. */
  price?: number;
  currency?: string;
  brand?: string;
  category?: string;
  /** Attribute name -> values, in the words of the catalogue. */
  attributes?: Record<string, string[]>;
  description?: string;
  /** 0..5 */
  rating?: number;
  /** Orders, views or whatever counts as popular; more is more popular. */
  popularity?: number;
  /** ISO 8601 */
  addedAt?: string;
  onSale?: boolean;
  url?: string;
  image?: string;
}

/** Products that are given at once. */
export const pageSize = 10;

/** What products are searched by. */
export interface CatalogueQuery {
  context: Context;
  retrieval: NonNullable<PackDefinition['retrieval']>;
  /** Products with all words of one of these are left out. @default none */
  excluded?: readonly unknown[];
  /** Which ten of those that match, counted from 1. @default 1 */
  page?: number;
}

/** What a search has found. */
export interface CatalogueHits {
  /** The ten best, best first, or the ten of another page. */
  products: Product[];
  /** How many match in all. */
  total: number;
  /** How many pages these are. */
  pages: number;
  /** None has all that was asked for; these have most of it. */
  isPartial: boolean;
}

/** What understanding asks a catalogue; synchronous, in memory. */
export interface CatalogueSearch {
  /** ISO 4217, where all prices are in one that is named. */
  readonly currency?: string | undefined;
  search(query: CatalogueQuery): CatalogueHits;
  /** The product with an id; undefined where there is none. */
  product(id: string): Product | undefined;
}
