// An edit in the operator's words, for one that the core has not put into a line: it cannot be, or nobody has asked yet. Pure.
import type { TFunction } from 'i18next';
import type { GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';

export function editWords(edit: GraphEdit, t: TFunction): string {
  switch (edit.edit) {
    case 'add':
      return t('concepts.edit.said.add', { ...edit });
    case 'move': {
      const into = edit.dimension === undefined ? [] : [`[${edit.dimension}]`];
      const where = [...into, ...(edit.parent === undefined ? [] : [edit.parent])].join(' ');
      return t('concepts.edit.said.move', { count: edit.edges.length, where });
    }
    case 'retire':
      return t('concepts.edit.said.retire', { count: edit.edges.length });
    case 'rename':
      return t('concepts.edit.said.rename', { name: edit.name, to: edit.to });
    case 'merge':
      return t('concepts.edit.said.merge', { names: edit.names.join(', '), into: edit.into });
    case 'dimension':
      return t('concepts.edit.said.dimension', { name: edit.name });
    case 'split':
      return t('concepts.edit.said.split', {
        dimension: edit.dimension,
        parts: edit.parts.map(({ dimension }) => `[${dimension}]`).join(', '),
      });
    case 'end_dimension':
      return t('concepts.edit.said.end_dimension', { dimension: edit.dimension });
  }
}

/** Concepts as one name, or as a count. */
export const whatWords = (tokens: readonly string[], t: TFunction): string =>
  tokens.length === 1 ? (tokens[0] ?? '') : t('concepts.edit.many', { count: tokens.length });
