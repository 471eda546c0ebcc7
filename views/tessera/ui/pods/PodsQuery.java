package tessera.ui.pods;

import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * What is asked of the pods screen.
 *
 * @param section   which pods
 * @param namespace whose pods; empty for all
 * @param opened    keys of the owners whose pods are listed one by one
 * @param idle      how many GPUs of each pod fire as held and idle
 */
record PodsQuery(String filter, Section section, String namespace, Set<String> opened, Map<String, Integer> idle,
        Instant now) {

    /** Which pods are listed. */
    enum Section {
        ALL,
        PENDING,
        RUNNING,
        FAILED
    }

    PodsQuery {
        opened = Set.copyOf(opened);
        idle = Map.copyOf(idle);
    }
}
