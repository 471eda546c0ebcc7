package tessera.ui.inspect;

import java.util.List;
import java.util.Optional;
import tessera.insight.EstimateBound;
import tessera.model.ObjectRef;
import tessera.model.PodVisibility;
import tessera.ui.kit.StatusGlyph;

/**
 * What the inspector shows of an object, but for what has to be read for it alone.
 *
 * @param subtitle e.g. {@code node · Ready}
 * @param verdict  one sentence that comes first; empty when there is nothing to say
 * @param words    the cluster's own words behind the verdict; may be empty
 * @param requests of a pod, what it takes from a node
 * @param gpus     of a node, what is measured of them
 * @param present  whether the object is still there
 * @param looked   what is on the pages that are worked out while they are in sight
 */
record InspectorState(ObjectRef target, StatusGlyph sign, String subtitle, String verdict, String words,
        List<InspectorFact> facts,
        List<InspectorFact> requests, List<ResourceUseLine> uses, List<ConditionLine> conditions,
        List<InspectorFact> labels, Residents pods, NodeGpus gpus,
        boolean present, VisiblePage looked) {

    /** With nothing worked out yet. */
    InspectorState(ObjectRef target, StatusGlyph sign, String subtitle, String verdict, String words,
            List<InspectorFact> facts,
            List<InspectorFact> requests, List<ResourceUseLine> uses, List<ConditionLine> conditions,
            List<InspectorFact> labels, Residents pods,
            NodeGpus gpus, boolean present) {
        this(target, sign, subtitle, verdict, words, facts, requests, uses, conditions, labels, pods, gpus, present,
                VisiblePage.NOTHING);
    }

    /** The same with what was worked out. */
    InspectorState with(VisiblePage found) {
        return new InspectorState(target, sign, subtitle, verdict, words, facts, requests, uses, conditions, labels,
                pods, gpus,
                present, found);
    }

    /** The same, told as what was so when the cluster was last heard of. */
    InspectorState past() {
        return new InspectorState(target, StatusGlyph.UNREACHABLE, subtitle + ", as last heard", verdict, words, facts,
                requests, uses, conditions, labels, pods, gpus, present, looked);
    }

    /**
     * A name and what it stands for.
     *
     * @param about what can be looked at instead; empty for nothing
     */
    record InspectorFact(String name, String value, Optional<ObjectRef> about) {

        InspectorFact(String name, String value) {
            this(name, value, Optional.empty());
        }
    }

    /**
     * How much of a resource is held; −1 where that is not known.
     *
     * @param bound how the number that is held stands to the truth
     * @param note  what else is to be said of it; may be empty
     */
    record ResourceUseLine(String resource, long held, EstimateBound bound, long offered, String note) {}

    /** A condition of the object. */
    record ConditionLine(StatusGlyph sign, String name, String value, String age, String message) {}

    /**
     * The pods on a node, or of what makes them.
     *
     * @param seen  those that are known
     * @param sight whether there may be others
     */
    record Residents(List<Holder> seen, PodVisibility sight) {

        static final Residents NONE = new Residents(List.of(), PodVisibility.ALL);

        Residents {
            seen = List.copyOf(seen);
        }
    }

    /**
     * One of them.
     *
     * @param waits whether it has no node yet
     */
    record Holder(ObjectRef pod, StatusGlyph sign, String holds, String status, boolean waits) {}

    InspectorState {
        facts = List.copyOf(facts);
        requests = List.copyOf(requests);
        uses = List.copyOf(uses);
        conditions = List.copyOf(conditions);
        labels = List.copyOf(labels);
    }

    /** Of what makes pods all else is read for it alone. */
    static InspectorState work(ObjectRef target, StatusGlyph sign, String subtitle, Residents pods) {
        var facts = List.of(new InspectorFact("Kind", target.kind()
                + (target.apiVersion().isEmpty() ? "" : ", " + target.apiVersion())));
        return new InspectorState(target, sign, subtitle, "", "", facts, List.of(), List.of(), List.of(), List.of(),
                pods, NodeGpus.NONE, true);
    }

    static InspectorState gone(ObjectRef target, String why) {
        return new InspectorState(target, StatusGlyph.NONE, why, "It is no longer in the cluster.", "", List.of(),
                List.of(),
                List.of(), List.of(), List.of(), Residents.NONE, NodeGpus.NONE, false);
    }
}
