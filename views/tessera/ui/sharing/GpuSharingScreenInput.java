package tessera.ui.sharing;

import tessera.ui.kit.TableSort;

/**
 * Query of the sharing screen: filter, sort order.
 *
 * @param sources how device plugins are told to share, as far as that was read
 */
record GpuSharingScreenInput(String filter, TableSort sort, GpuSharingConfigReadState sources) {}
