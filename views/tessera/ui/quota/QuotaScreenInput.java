package tessera.ui.quota;

import tessera.ui.kit.TableSort;

/**
 * Query of the quota screen: filter, sort order, namespace.
 *
 * @param namespace the only one that is wanted; empty for all
 * @param sources      what bounds namespaces, as far as that was read
 */
record QuotaScreenInput(String filter, TableSort sort, String namespace, QuotaReadState sources) {}
