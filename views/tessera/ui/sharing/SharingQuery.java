package tessera.ui.sharing;

import tessera.ui.kit.Sort;

/**
 * What is asked of the sharing screen.
 *
 * @param told how device plugins are told to share, as far as that was read
 */
record SharingQuery(String filter, Sort sort, Told told) {}
