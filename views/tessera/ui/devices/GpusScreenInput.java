package tessera.ui.devices;

import java.time.Instant;
import tessera.ui.kit.TableSort;

/**
 * The query of the GPUs screen.
 *
 * @param namespace whose devices are listed; empty for all
 */
record GpusScreenInput(String filter, TableSort sort, String namespace, Instant now) {}
