package tessera.ui.pods;

import java.time.Instant;
import java.util.Set;

/**
 * What is asked of the pods screen.
 *
 * @param section   which pods
 * @param namespace whose pods; empty for all
 * @param opened    keys of the owners whose pods are listed one by one
 */
record PodsQuery(String filter, Section section, String namespace, Set<String> opened, Instant now) {

    /** Which pods are listed. */
    enum Section {
        ALL,
        PENDING,
        RUNNING,
        FAILED
    }

    PodsQuery {
        opened = Set.copyOf(opened);
    }
}
