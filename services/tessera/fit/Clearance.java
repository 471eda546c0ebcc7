package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    private List<Suggestion> missing(VolumeClaim claim, ObjectRef ref) {
        var near = claim.near().map(name -> new Suggestion(
                "Have the pods mount the claim %s (claimName), if that was meant".formatted(name),
                "kubectl -n %s get persistentvolumeclaims".formatted(wish.namespace()), new Remedy.Ask()));
        return Stream.concat(near.stream(), Stream.of(new Suggestion("Make the claim %s, as large as it has to be"
                .formatted(claim.name()), "", Remedy.Make.of(ref, storage())))).toList();
    }

    private List<Suggestion> ofClaims() {
        var found = new ArrayList<Suggestion>();
        for (var claim : around.claims()) {
            var ref = new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", wish.namespace(),
                    claim.name());
            switch (claim.state()) {
                case MISSING -> found.addAll(missing(claim, ref));
                case DELETED -> found.add(new Suggestion("Wait until the claim %s is gone, and make it anew"
                        .formatted(claim.name()), "", new Remedy.Wait()));
                case UNCLASSED -> found.add(new Suggestion(
                        "Name a storage class in the claim %s (storageClassName): it names none".formatted(
                                claim.name()),
                        "kubectl -n %s edit persistentvolumeclaim %s".formatted(wish.namespace(), claim.name()),
                        new Remedy.Edit(ref)));
                case UNBOUND -> found.add(new Suggestion(
                        "Look why the claim %s has no volume".formatted(claim.name()),
                        describe(claim.name()),
                        new Remedy.Wait()));
                case HANDMADE, MISCLASSED -> found.add(new Suggestion(volumeFor(claim), describe(claim.name()),
                        new Remedy.Wait()));
                case MISNAMED, TAKEN, MISMATCHED -> found.add(otherVolume(claim));
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

    private static String volumeFor(VolumeClaim claim) {
        return (claim.state() == State.HANDMADE
                ? "Make a persistent volume without a storage class that the claim %s can take, or the claim anew with a class that makes volumes"
                : "Make the storage class that the claim %s names, or a persistent volume of that class: there is no such class")
                .formatted(claim.name());
    }

    /** What a claim names cannot be changed once it is made. */
    private static Suggestion otherVolume(VolumeClaim claim) {
        var words = switch (claim.state()) {
            case MISNAMED ->
                "Make the persistent volume that the claim %s names (volumeName), or make the claim anew with one that is there";
            case TAKEN ->
                "Make the claim %s anew with a volume that is Available (volumeName): a Released one is still kept for the claim it had";
            default ->
                "Make the claim %s anew to match the volume that it names: no larger, of the same storage class and volume mode, with access modes that it has";
        };
        return new Suggestion(words.formatted(claim.name()), "kubectl get persistentvolumes", new Remedy.Wait());
    }

    /** Where every node is large enough, and something else of the pod binds it to none. */
    List<Suggestion> ofPlaces(List<NodeFit> nodes) {
        var checks = nodes.stream().flatMap(node -> node.objections().stream())
                .filter(each -> each.hold() == Hold.LASTING).map(Objection::check).collect(Collectors.toSet());
        var found = new ArrayList<Suggestion>();
        if (checks.contains(Check.VOLUMES)) {
            around.claims().stream().filter(claim -> claim.state() == State.CHOSEN).map(VolumeClaim::name)
                    .forEach(name -> found.add(new Suggestion(
                            "Make a persistent volume that the claim %s can take: of its class, as large, within reach of a node with room"
                                    .formatted(name),
                            // Of a pod that is not made yet the claim may be missing, too.
                            wish.uid().isEmpty() ? "kubectl get persistentvolumes" : describe(name),
                            new Remedy.Wait())));
            found.add(new Suggestion((found.isEmpty() ? "Have" : "Or have") + " the pods mount another claim", "",
                    new Remedy.Ask()));
        }
        if (checks.contains(Check.DEVICES)
                && around.devices().filter(claims -> !claims.unbinding(nodes).isEmpty()).isEmpty()) {
            found.add(new Suggestion("Have the pods name a resource claim that asks for devices that there are",
                    "kubectl get resourceslices -o yaml", new Remedy.Ask()));
        }
        if (checks.contains(Check.SPREAD)) {
            found.add(new Suggestion("Have the pods be spread over a label that nodes have, or label the nodes", "",
                    new Remedy.Ask()));
        }
        return List.copyOf(found);
    }

    private String describe(String claim) {
        return "kubectl -n %s describe persistentvolumeclaim %s".formatted(wish.namespace(), claim);
    }

    /** What a claim asks for that nobody has written yet. */
    private static JsonNode storage() {
        var spec = JsonNodeFactory.instance.objectNode();
        spec.putArray("accessModes").add("ReadWriteOnce");
        spec.putObject("resources").putObject("requests").put("storage", "100Gi");
        return spec;
    }
}
