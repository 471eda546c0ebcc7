package tessera.ui.quota;

import tessera.ui.kit.Sort;

/**
 * What is asked of the screen of quotas.
 *
 * @param namespace the only one that is wanted; empty for all
 * @param told      what bounds namespaces, as far as that was read
 */
record QuotaQuery(String filter, Sort sort, String namespace, Told told) {}
