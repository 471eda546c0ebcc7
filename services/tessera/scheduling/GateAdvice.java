package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.scheduling.PodFit.FitOutcome;
import tessera.scheduling.VolumeClaim.VolumeClaimState;
import tessera.scheduling.spec.PodSchedulingSpec;

/** What would help a pod that is held back before any node is looked at. */
record GateAdvice(PodSchedulingSpec wish, PlacementInputs around) {

    List<RemedySuggestion> of(FitOutcome outcome) {
        return outcome == FitOutcome.GATED ? ofGates() : ofClaims();
    }

    /** Gates of a queue are for it to take away, in its turn: what may help is a change of the queue. */
    private List<RemedySuggestion> ofGates() {
        var gates = wish.gates();
        if (gates.stream().anyMatch(gate -> gate.startsWith(SurroundingsReader.QUEUE_GATE))) {
            return around.queue().flatMap(QueueStatus::advice).stream().toList();
        }
        return List.of(new RemedySuggestion("Take %s away, if nobody else is to: whoever set %s may wait for something"
                .formatted(String.join(", ", gates), gates.size() == 1 ? "it" : "them"), "",
                new PodRemedy.Ungate(gates)));
    }

    private List<RemedySuggestion> missing(VolumeClaim claim, ObjectRef ref) {
        var near = claim.near().map(name -> new RemedySuggestion(
                "Have the pods mount the claim %s (claimName), if that was meant".formatted(name),
                "kubectl -n %s get persistentvolumeclaims".formatted(wish.namespace()), new PodRemedy.ChangeRequest()));
        return Stream.concat(near.stream(), Stream.of(new RemedySuggestion("Make the claim %s, as large as it has to be"
                .formatted(claim.name()), "", PodRemedy.Make.of(ref, storage())))).toList();
    }

    private List<RemedySuggestion> ofClaims() {
        var found = new ArrayList<RemedySuggestion>();
        for (var claim : around.claims()) {
            var ref = new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", wish.namespace(),
                    claim.name());
            switch (claim.state()) {
                case MISSING -> found.addAll(missing(claim, ref));
                case DELETED -> found.add(new RemedySuggestion("Wait until the claim %s is gone, and make it anew"
                        .formatted(claim.name()), "", new PodRemedy.WaitOnly()));
                case UNCLASSED -> found.add(new RemedySuggestion(
                        "Name a storage class in the claim %s (storageClassName): it names none".formatted(
                                claim.name()),
                        "kubectl -n %s edit persistentvolumeclaim %s".formatted(wish.namespace(), claim.name()),
                        new PodRemedy.Edit(ref)));
                case UNBOUND -> found.add(new RemedySuggestion(
                        "Look why the claim %s has no volume".formatted(claim.name()),
                        describe(claim.name()),
                        new PodRemedy.WaitOnly()));
                case HANDMADE, MISCLASSED -> found.add(new RemedySuggestion(volumeFor(claim), describe(claim.name()),
                        new PodRemedy.WaitOnly()));
                case MISNAMED, TAKEN, MISMATCHED -> found.add(otherVolume(claim));
                case UNSERVED -> found.add(new RemedySuggestion(
                        "Name a storage class that makes volumes in the claim %s (storageClassName) of the manifest"
                                .formatted(claim.name()),
                        "", new PodRemedy.ChangeRequest()));
                case BOUND, MADE, CHOSEN, UNKNOWN -> {
                    // It is not in the way.
                }
            }
        }
        if (found.stream().anyMatch(each -> each.remedy() instanceof PodRemedy.Make
                || each.remedy() instanceof PodRemedy.WaitOnly)) {
            found.add(new RemedySuggestion("Or have the pods mount another claim", "", new PodRemedy.ChangeRequest()));
        }
        around.devices().ifPresent(devices -> found.addAll(devices.advice()));
        return List.copyOf(found);
    }

    private static String volumeFor(VolumeClaim claim) {
        return (claim.state() == VolumeClaimState.HANDMADE
                ? "Make a persistent volume without a storage class that the claim %s can take, or the claim anew with a class that makes volumes"
                : "Make the storage class that the claim %s names, or a persistent volume of that class: there is no such class")
                .formatted(claim.name());
    }

    /** What a claim names cannot be changed once it is made. */
    private static RemedySuggestion otherVolume(VolumeClaim claim) {
        var words = switch (claim.state()) {
            case MISNAMED ->
                "Make the persistent volume that the claim %s names (volumeName), or make the claim anew with one that is there";
            case TAKEN ->
                "Make the claim %s anew with a volume that is Available (volumeName): a Released one is still kept for the claim it had";
            default ->
                "Make the claim %s anew to match the volume that it names: no larger, of the same storage class and volume mode, with access modes that it has";
        };
        return new RemedySuggestion(words.formatted(claim.name()), "kubectl get persistentvolumes",
                new PodRemedy.WaitOnly());
    }

    /** Where every node is large enough, and something else of the pod binds it to none. */
    List<RemedySuggestion> ofPlaces(List<NodeFit> nodes) {
        var checks = nodes.stream().flatMap(node -> node.objections().stream())
                .filter(each -> each.hold() == BlockerKind.LASTING).map(FilterFailure::check)
                .collect(Collectors.toSet());
        var found = new ArrayList<RemedySuggestion>();
        if (checks.contains(FilterCheck.VOLUMES)) {
            around.claims().stream().filter(claim -> claim.state() == VolumeClaimState.CHOSEN).map(VolumeClaim::name)
                    .forEach(name -> found.add(new RemedySuggestion(
                            "Make a persistent volume that the claim %s can take: of its class, as large, within reach of a node with room"
                                    .formatted(name),
                            // Of a pod that is not made yet the claim may be missing, too.
                            wish.uid().isEmpty() ? "kubectl get persistentvolumes" : describe(name),
                            new PodRemedy.WaitOnly())));
            found.add(new RemedySuggestion((found.isEmpty() ? "Have" : "Or have") + " the pods mount another claim", "",
                    new PodRemedy.ChangeRequest()));
        }
        if (checks.contains(FilterCheck.DEVICES)
                && around.devices().filter(claims -> !claims.unbinding(nodes).isEmpty()).isEmpty()) {
            found.add(new RemedySuggestion("Have the pods name a resource claim that asks for devices that there are",
                    "kubectl get resourceslices -o yaml", new PodRemedy.ChangeRequest()));
        }
        if (checks.contains(FilterCheck.SPREAD)) {
            found.add(
                    new RemedySuggestion("Have the pods be spread over a label that nodes have, or label the nodes", "",
                            new PodRemedy.ChangeRequest()));
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
