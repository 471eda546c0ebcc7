package tessera.ui.sharing;

import tessera.ui.kit.TableSort;

/**
 * What is asked of the sharing screen.
 *
 * @param told how device plugins are told to share, as far as that was read
 */
record SharingQuery(String filter, TableSort sort, SharingSources told) {}
