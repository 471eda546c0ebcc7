package tessera.ui.pods;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import tessera.scheduling.WorkloadWithoutPodsReader.WorkloadGaps;

/**
 * What is asked of the pods screen.
 *
 * @param section   which pods
 * @param namespace whose pods; empty for all
 * @param opened    keys of the owners whose pods are listed one by one, and of a pod that is to be listed
 * @param idle      how many GPUs of each pod fire as held and idle
 * @param podless   work that has no pods
 */
record PodsQuery(String filter, PodSection section, String namespace, Set<String> opened, Map<String, Integer> idle,
        WorkloadGaps podless, Instant now) {

    /** Which pods are listed. */
    enum PodSection {
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
