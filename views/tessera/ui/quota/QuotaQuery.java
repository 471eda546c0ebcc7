package tessera.ui.quota;

import tessera.ui.kit.TableSort;

/**
 * What is asked of the screen of quotas.
 *
 * @param namespace the only one that is wanted; empty for all
 * @param told      what bounds namespaces, as far as that was read
 */
record QuotaQuery(String filter, TableSort sort, String namespace, QuotaSources told) {}
