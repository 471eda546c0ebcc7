package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.WordListText;

/** A note that critical signs speak against the GPUs of the node on which a pod failed: its program may not be to blame. */
record FaultyNodeNote(GpuFleet fleet, Optional<PodSummary> pod) {

    private static final int LISTED = 4;

    /** Returns the note as a sentence that follows others; empty where the pod did not fail on GPUs that signs speak against. */
    String clauseText() {
        var signs = pod.filter(FaultyNodeNote::hasFailed).map(this::signsOfNode).orElse(List.of());
        return signs.isEmpty() ? ""
                : ". GPUs of %s are faulty, which may be why: %s".formatted(pod.map(PodSummary::node).orElse(""),
                        WordListText.firstWords(signs, LISTED));
    }

    /** Returns the remedies with the examination of the node, which is the last of them, first where its GPUs are faulty. */
    List<SchedulingRemedy> orderRemedies(List<SchedulingRemedy> remedies) {
        return clauseText().isEmpty() ? remedies : remedies.reversed();
    }

    private static boolean hasFailed(PodSummary pod) {
        return !pod.node().isEmpty()
                && (pod.phase() == PodPhase.FAILED || (pod.phase() == PodPhase.RUNNING && pod.restarts() > 0
                        && pod.ready() < pod.total()));
    }

    private List<String> signsOfNode(PodSummary failed) {
        boolean uses = AcceleratorCatalog.standard().isRequestedBy(failed) || !failed.claims().isEmpty();
        return fleet.node(failed.node()).filter(_ -> uses).map(GpuNode::faultTexts).orElse(List.of());
    }
}
