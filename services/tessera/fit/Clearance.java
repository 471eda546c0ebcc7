package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import tessera.fit.Fit.Outcome;
import tessera.fit.VolumeClaim.State;
import tessera.fit.wish.PodWish;
import tessera.model.ObjectRef;

/** What would help a pod that is held back before any node is looked at. */
record Clearance(PodWish wish, Surroundings around) {

    List<Suggestion> of(Outcome outcome) {
        return outcome == Outcome.GATED ? ofGates() : ofClaims();
    }

    /** Gates of a queue are for it to take away, in its turn: what may help is a change of the queue. */
    private List<Suggestion> ofGates() {
        var gates = wish.gates();
        if (gates.stream().anyMatch(gate -> gate.startsWith(SurroundingsReader.QUEUE_GATE))) {
            return around.queue().flatMap(Queued::advice).stream().toList();
        }
        return List.of(new Suggestion("Take %s away, if nobody else is to: whoever set %s may wait for something"
                .formatted(String.join(", ", gates), gates.size() == 1 ? "it" : "them"), "",
                new Remedy.Ungate(gates)));
    }

    private List<Suggestion> ofClaims() {
        var found = new ArrayList<Suggestion>();
        for (var claim : around.claims()) {
            var ref = new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", wish.namespace(),
                    claim.name());
            switch (claim.state()) {
                case MISSING -> found.add(new Suggestion("Make the claim %s, as large as it has to be"
                        .formatted(claim.name()), "", new Remedy.Make(ref, storage())));
                case DELETED -> found.add(new Suggestion("Wait until the claim %s is gone, and make it anew"
                        .formatted(claim.name()), "", new Remedy.Wait()));
                case UNCLASSED -> found.add(new Suggestion(
                        "Name a storage class in the claim %s (storageClassName): it names none".formatted(
                                claim.name()),
                        "kubectl -n %s edit persistentvolumeclaim %s".formatted(wish.namespace(), claim.name()),
                        new Remedy.Edit(ref)));
                case UNBOUND -> found.add(new Suggestion(
                        "Look why the claim %s has no volume".formatted(claim.name()),
                        "kubectl -n %s describe persistentvolumeclaim %s".formatted(wish.namespace(), claim.name()),
                        new Remedy.Wait()));
                case UNSERVED -> found.add(new Suggestion(
                        "Name a storage class that makes volumes in the claim %s (storageClassName) of the manifest"
                                .formatted(claim.name()),
                        "", new Remedy.Ask()));
                case BOUND, MADE, CHOSEN, UNKNOWN -> {
                    // It is not in the way.
                }
            }
        }
        if (found.stream().anyMatch(each -> each.remedy() instanceof Remedy.Make
                || each.remedy() instanceof Remedy.Wait)) {
            found.add(new Suggestion("Or have the pods mount another claim", "", new Remedy.Ask()));
        }
        around.devices().ifPresent(devices -> found.addAll(devices.advice()));
        return List.copyOf(found);
    }

    /** What a claim asks for that nobody has written yet. */
    private static JsonNode storage() {
        var spec = JsonNodeFactory.instance.objectNode();
        spec.putArray("accessModes").add("ReadWriteOnce");
        spec.putObject("resources").putObject("requests").put("storage", "100Gi");
        return spec;
    }
}
