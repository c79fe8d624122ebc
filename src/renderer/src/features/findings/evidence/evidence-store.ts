// Documents of evidence and imports as the screen keeps them, and the document that is open. Fed by `evidence.*`; takes nothing in by itself.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isAddress } from '../../../../../shared/is-address.ts';
import type {
  EvidenceDocument,
  EvidenceFormat,
  EvidenceImport,
  EvidenceRefusal,
} from '../../../../../shared/model/evidence/document.ts';
import type { EvidenceEcosystem } from '../../../../../shared/model/evidence/ecosystem.ts';
import { attempt, newestOnly } from '../../../session/ask.ts';
import { type Api, api } from '../../../session/client.ts';
import { inPages } from '../../../session/lists/in-pages.ts';
import type { Failure } from '../../../ui/failure.ts';

type Calls = Api['evidence'];
export type Excerpt = Awaited<ReturnType<Calls['excerpt']>>;

export interface EvidenceStore {
  readonly format: EvidenceFormat | 'all';
  readonly search: string;
  readonly list: readonly EvidenceDocument[] | null;
  readonly total: number;
  readonly failure: Failure | null;
  readonly imports: readonly EvidenceImport[] | null;
  readonly importsFailure: Failure | null;
  readonly ecosystems: readonly EvidenceEcosystem[] | null;
  readonly ecosystemsFailure: Failure | null;
  /** The mirror of the settings; null for none. */
  readonly mirror: string | null;
  /** Ecosystems that can be imported. */
  readonly ecosystemNames: readonly string[];
  /** By the id of an import. */
  readonly refusals: Readonly<Record<string, readonly EvidenceRefusal[] | Failure>>;
  /** Documents that were looked at, by id; a failure where one could not be. */
  readonly known: Readonly<Record<number, EvidenceDocument | Failure>>;
  narrow(part: { readonly format?: EvidenceFormat | 'all'; readonly search?: string }): void;
  load(): Promise<void>;
  more(): Promise<void>;
  know(id: number): Promise<void>;
  readRefusals(importId: string): Promise<void>;
  excerpt(id: number): Promise<Excerpt>;
  /** Null when it is gone, else why not. */
  remove(id: number): Promise<Failure | null>;
  /** Takes in what lies at a path of the host, or at an address. Null when it began, else why not. */
  add(place: string): Promise<Failure | null>;
  /** Null when it began, else why not. */
  importEcosystem(from: EcosystemSource): Promise<Failure | null>;
  /** Null when it began, else why not. */
  removeEcosystem(ecosystem: string): Promise<Failure | null>;
}

interface EcosystemSource {
  readonly ecosystem: string;
  readonly file?: string;
  readonly mirror?: string;
}

const PAGE = 200;

export const isFailure = (one: object | undefined): one is Failure =>
  one !== undefined && 'code' in one && 'message' in one;

export function createEvidenceStore(calls: () => Calls): StoreApi<EvidenceStore> {
  return createStore<EvidenceStore>()((set, get) => {
    const read = newestOnly();
    const readImports = newestOnly();
    const readEcosystems = newestOnly();
    const pages = inPages(PAGE, async (range) => {
      const { format, search } = get();
      const words = search.trim();
      const { documents: list, total } = await calls().documents({
        ...range,
        ...(format !== 'all' && { format }),
        ...(words && { search: words }),
      });
      return { list, total };
    });
    const keep = (id: number, what: EvidenceDocument | Failure) =>
      set({ known: { ...get().known, [id]: what } });
    return {
      format: 'all',
      search: '',
      list: null,
      total: 0,
      failure: null,
      imports: null,
      importsFailure: null,
      ecosystems: null,
      ecosystemsFailure: null,
      mirror: null,
      ecosystemNames: [],
      refusals: {},
      known: {},

      narrow(part) {
        set(part);
        void get().load();
      },

      async load() {
        await Promise.all([
          read(
            () => pages.anew(get),
            ({ list, total }) => set({ list, total, failure: null }),
            (failure) => set({ failure }),
          ),
          readImports(
            () => calls().imports({}),
            (imports) => set({ imports, importsFailure: null }),
            (importsFailure) => set({ importsFailure }),
          ),
          readEcosystems(
            () => calls().ecosystems({}),
            ({ ecosystems, mirror, names }) =>
              set({ ecosystems, mirror, ecosystemNames: names, ecosystemsFailure: null }),
            (ecosystemsFailure) => set({ ecosystemsFailure }),
          ),
        ]);
      },

      more: () => pages.more(get, set),

      async know(id) {
        const failure = await attempt(async () => keep(id, await calls().document({ id })));
        if (failure) keep(id, failure);
      },

      async readRefusals(importId) {
        const put = (what: readonly EvidenceRefusal[] | Failure) =>
          set({ refusals: { ...get().refusals, [importId]: what } });
        const failure = await attempt(async () => put(await calls().refusals({ id: importId })));
        if (failure) put(failure);
      },

      excerpt: (id) => calls().excerpt({ id }),

      remove: (id) =>
        attempt(async () => {
          await calls().remove({ id });
          await get().load();
        }),

      add: (place) => attempt(() => calls().add(isAddress(place) ? { urls: [place] } : { paths: [place] })),

      importEcosystem: (from) => attempt(() => calls().importEcosystem(from)),

      removeEcosystem: (ecosystem) => attempt(() => calls().removeEcosystem({ ecosystem })),
    };
  });
}

export const evidenceStore = createEvidenceStore(() => api.evidence);
