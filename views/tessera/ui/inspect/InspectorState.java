package tessera.ui.inspect;

import java.util.List;
import java.util.Optional;
import tessera.gpu.EstimateBoundKind;
import tessera.model.ObjectRef;
import tessera.model.PodListCompleteness;
import tessera.text.MessageCatalog;
import tessera.ui.kit.StatusGlyph;

/**
 * State of the inspector for an object, without what is read for that object alone.
 *
 * @param subtitle e.g. {@code node · Ready}
 * @param verdict   what comes first
 * @param message    the cluster's own words behind the verdict; may be empty
 * @param requests of a pod, what it takes from a node
 * @param gpus     of a node, what is measured of them
 * @param present  whether the object is still there
 * @param page   what is on the pages that are worked out while they are in sight
 */
record InspectorState(InspectedSubject subject, StatusGlyph sign, String subtitle, InspectorVerdict verdict,
        String message, List<InspectorNameValue> facts, List<InspectorNameValue> requests, List<ResourceUseLine> uses,
        List<ConditionLine> conditions, List<InspectorNameValue> labels, NodeOrWorkloadPods pods,
        NodeGpuMeasurements gpus, boolean present, InspectorMetricsAndHealthContent page) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorState.class);

    /** With nothing worked out yet. */
    InspectorState(InspectedSubject subject, StatusGlyph glyph, String subtitle, InspectorVerdict verdict, String words,
            List<InspectorNameValue> facts, List<InspectorNameValue> requests, List<ResourceUseLine> uses,
            List<ConditionLine> conditions, List<InspectorNameValue> labels, NodeOrWorkloadPods pods,
            NodeGpuMeasurements gpus, boolean present) {
        this(subject, glyph, subtitle, verdict, words, facts, requests, uses, conditions, labels, pods, gpus, present,
                InspectorMetricsAndHealthContent.NOTHING);
    }

    ObjectRef target() {
        return subject.object();
    }

    /** Returns the same state with the computed page. */
    InspectorState withPage(InspectorMetricsAndHealthContent pageContent) {
        return new InspectorState(subject, sign, subtitle, verdict, message, facts, requests, uses, conditions, labels,
                pods, gpus, present, pageContent);
    }

    /** Returns the same state in the past tense, as of the last contact with the cluster. */
    InspectorState asPast() {
        return new InspectorState(subject, StatusGlyph.UNREACHABLE, MESSAGES.text("state.stale", subtitle), verdict,
                message, facts, requests, uses, conditions, labels, pods, gpus, present, page);
    }

    /**
     * A name and its value.
     *
     * @param object what can be looked at instead; empty for nothing
     */
    record InspectorNameValue(String name, String value, Optional<ObjectRef> object) {

        InspectorNameValue(String name, String value) {
            this(name, value, Optional.empty());
        }
    }

    /**
     * Use of one resource; −1 where the held amount is unknown.
     *
     * @param bound how the number that is held stands to the truth
     * @param note  what else is to be said of it; may be empty
     */
    record ResourceUseLine(String resource, long allocated, EstimateBoundKind bound, long offered, String note) {}

    /** A condition of the object. */
    record ConditionLine(StatusGlyph glyph, String name, String value, String age, String message) {}

    /**
     * The pods on a node, or of a workload.
     *
     * @param visible  those that are known
     * @param sight whether there may be others
     */
    record NodeOrWorkloadPods(List<ResourceHolderPod> visible, PodListCompleteness sight) {

        static final NodeOrWorkloadPods NONE = new NodeOrWorkloadPods(List.of(), PodListCompleteness.ALL);

        NodeOrWorkloadPods {
            visible = List.copyOf(visible);
        }
    }

    /**
     * A pod that holds resources.
     *
     * @param pending whether it has no node yet
     */
    record ResourceHolderPod(ObjectRef pod, StatusGlyph glyph, String heldText, String status, boolean pending) {}

    InspectorState {
        facts = List.copyOf(facts);
        requests = List.copyOf(requests);
        uses = List.copyOf(uses);
        conditions = List.copyOf(conditions);
        labels = List.copyOf(labels);
    }

    /** Returns the state of a workload; everything else is read for it alone. */
    static InspectorState ofWorkload(InspectedSubject subject, StatusGlyph glyph, InspectorVerdict verdict,
            NodeOrWorkloadPods pods) {
        var target = subject.object();
        var facts = List.of(new InspectorNameValue(MESSAGES.text("fact.kind"),
                target.kind() + (target.apiVersion().isEmpty() ? "" : ", " + target.apiVersion())));
        return new InspectorState(subject, glyph, target.kind() + " · " + target.namespace(), verdict, "", facts,
                List.of(), List.of(), List.of(), List.of(), pods, NodeGpuMeasurements.NONE, true);
    }

    static InspectorState ofGone(InspectedSubject subject, String reason) {
        return new InspectorState(subject, StatusGlyph.NONE, reason,
                InspectorVerdict.plain(MESSAGES.text("state.gone")), "", List.of(), List.of(), List.of(), List.of(),
                List.of(), NodeOrWorkloadPods.NONE, NodeGpuMeasurements.NONE, false);
    }
}
