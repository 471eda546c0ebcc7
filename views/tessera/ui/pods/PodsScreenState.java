package tessera.ui.pods;

import java.util.List;
import java.util.Optional;
import tessera.ui.kit.EmptyScreenNotice;

/**
 * State of the pods screen.
 *
 * @param notice what is said in place of the list; empty while there is one
 * @param count  e.g. {@code 16 of 24}
 */
record PodsScreenState(Optional<EmptyScreenNotice> notice, List<PodListLine> lines, PodSectionCounts counts,
        String count, String problem) {

    /**
     * Number of pods in each section, before the filter.
     *
     * @param complete whether all pods are known; otherwise each number is at least so large
     */
    record PodSectionCounts(int pending, int running, int failed, boolean complete) {}

    PodsScreenState {
        lines = List.copyOf(lines);
    }
}
