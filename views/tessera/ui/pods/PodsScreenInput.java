package tessera.ui.pods;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import tessera.scheduling.WorkloadWithoutPodsReader.PodlessWorkloadReadResult;

/**
 * Query of the pods screen: filter, section, namespace, expanded owners.
 *
 * @param section   which pods
 * @param namespace whose pods; empty for all
 * @param expanded    keys of the owners whose pods are listed one by one, and of a pod that is to be listed
 * @param idleGpusByPod      how many GPUs of each pod fire as held and idle
 * @param podless   work that has no pods
 * @param waitingTexts why pods wait, by their UIDs, as far as events of their schedulers tell
 */
record PodsScreenInput(String filter, PodListSection section, String namespace, Set<String> expanded,
        Map<String, Integer> idleGpusByPod, PodlessWorkloadReadResult podless, Map<String, String> waitingTexts,
        Instant now) {

    /** Sections of the pods list. */
    enum PodListSection {
        ALL,
        PENDING,
        RUNNING,
        FAILED
    }

    PodsScreenInput {
        expanded = Set.copyOf(expanded);
        idleGpusByPod = Map.copyOf(idleGpusByPod);
        waitingTexts = Map.copyOf(waitingTexts);
    }
}
