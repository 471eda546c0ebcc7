package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.ShellWord;
import tessera.scheduling.PodFit.FitOutcome;
import tessera.scheduling.VolumeClaim.VolumeClaimState;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Proposes remedies for a pod that is held back before any node is examined. */
record GateRemedies(PodSchedulingSpec podSpec, PlacementInputs inputs) {

    List<RemedySuggestion> remediesFor(FitOutcome outcome) {
        return outcome == FitOutcome.GATED ? schedulingGateRemedies() : volumeClaimRemedies();
    }

    /** Returns the remedies for scheduling gates; the gate of a queue calls for a change of the queue. */
    private List<RemedySuggestion> schedulingGateRemedies() {
        var gates = podSpec.schedulingGates();
        if (gates.stream().anyMatch(gate -> gate.startsWith(PlacementInputReader.QUEUE_GATE))) {
            return inputs.queueStatus().flatMap(QueueStatus::remedy).stream().toList();
        }
        return List.of(new RemedySuggestion("Take %s away, if nobody else is to: whoever set %s may wait for something"
                .formatted(String.join(", ", gates), gates.size() == 1 ? "it" : "them"), "",
                new RemedyAction.RemoveGatesAction(gates)));
    }

    private List<RemedySuggestion> missingClaimRemedies(VolumeClaim claim, ObjectRef ref) {
        var near = claim.similarName().map(name -> new RemedySuggestion(
                "Have the pods mount the claim %s (claimName), if that was meant".formatted(name),
                ShellWord.fillCommand("kubectl -n %s get persistentvolumeclaims", podSpec.namespace()),
                new RemedyAction.ChangeRequestAction()));
        return Stream.concat(near.stream(), Stream.of(new RemedySuggestion("Make the claim %s, as large as it has to be"
                .formatted(claim.name()), "", RemedyAction.CreateObjectAction.withSpec(ref, placeholderClaimSpec()))))
                .toList();
    }

    private List<RemedySuggestion> volumeClaimRemedies() {
        var found = new ArrayList<RemedySuggestion>();
        for (var claim : inputs.volumeClaims()) {
            var ref = new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", podSpec.namespace(),
                    claim.name());
            switch (claim.state()) {
                case MISSING -> found.addAll(missingClaimRemedies(claim, ref));
                case DELETED -> found.add(new RemedySuggestion("Wait until the claim %s is gone, and make it anew"
                        .formatted(claim.name()), "", new RemedyAction.WaitAction()));
                case UNCLASSED -> found.add(new RemedySuggestion(
                        "Name a storage class in the claim %s (storageClassName): it names none".formatted(
                                claim.name()),
                        ShellWord.fillCommand("kubectl -n %s edit persistentvolumeclaim %s", podSpec.namespace(),
                                claim.name()),
                        new RemedyAction.EditObjectAction(ref)));
                case UNBOUND -> found.add(new RemedySuggestion(
                        "Look why the claim %s has no volume".formatted(claim.name()),
                        describeClaimCommand(claim.name()),
                        new RemedyAction.WaitAction()));
                case HANDMADE, MISCLASSED ->
                    found.add(new RemedySuggestion(volumeText(claim), describeClaimCommand(claim.name()),
                            new RemedyAction.WaitAction()));
                case MISNAMED, TAKEN, MISMATCHED -> found.add(otherVolumeRemedy(claim));
                case UNSERVED -> found.add(new RemedySuggestion(
                        "Name a storage class that makes volumes in the claim %s (storageClassName) of the manifest"
                                .formatted(claim.name()),
                        "", new RemedyAction.ChangeRequestAction()));
                case BOUND, MADE, CHOSEN, UNKNOWN -> {
                    // It is not in the way.
                }
            }
        }
        if (found.stream().anyMatch(suggestion -> suggestion.remedy() instanceof RemedyAction.CreateObjectAction
                || suggestion.remedy() instanceof RemedyAction.WaitAction)) {
            found.add(new RemedySuggestion("Or have the pods mount another claim", "",
                    new RemedyAction.ChangeRequestAction()));
        }
        inputs.deviceClaims().ifPresent(devices -> found.addAll(devices.missingObjectRemedies()));
        return List.copyOf(found);
    }

    private static String volumeText(VolumeClaim claim) {
        return (claim.state() == VolumeClaimState.HANDMADE
                ? "Make a persistent volume without a storage class that the claim %s can take, or the claim anew with a class that makes volumes"
                : "Make the storage class that the claim %s names, or a persistent volume of that class: there is no such class")
                .formatted(claim.name());
    }

    /** Returns the remedy for a claim that names a wrong volume: the name cannot be changed later. */
    private static RemedySuggestion otherVolumeRemedy(VolumeClaim claim) {
        var text = switch (claim.state()) {
            case MISNAMED ->
                "Make the persistent volume that the claim %s names (volumeName), or make the claim anew with one that is there";
            case TAKEN ->
                "Make the claim %s anew with a volume that is Available (volumeName): a Released one is still kept for the claim it had";
            default ->
                "Make the claim %s anew to match the volume that it names: no larger, of the same storage class and volume mode, with access modes that it has";
        };
        return new RemedySuggestion(text.formatted(claim.name()), "kubectl get persistentvolumes",
                new RemedyAction.WaitAction());
    }

    /** Returns remedies where every node is large enough and other constraints of the pod exclude them. */
    List<RemedySuggestion> otherConstraintRemedies(List<NodeFit> nodes) {
        var checks = nodes.stream().flatMap(node -> node.failures().stream())
                .filter(failure -> failure.blocker() == BlockerResolution.LASTING).map(FilterFailure::check)
                .collect(Collectors.toSet());
        var found = new ArrayList<RemedySuggestion>();
        if (checks.contains(FilterCheck.VOLUMES)) {
            inputs.volumeClaims().stream().filter(claim -> claim.state() == VolumeClaimState.CHOSEN)
                    .map(VolumeClaim::name)
                    .forEach(name -> found.add(new RemedySuggestion(
                            "Make a persistent volume that the claim %s can take: of its class, as large, within reach of a node with room"
                                    .formatted(name),
                            // Of a pod that is not made yet the claim may be missing, too.
                            podSpec.uid().isEmpty() ? "kubectl get persistentvolumes" : describeClaimCommand(name),
                            new RemedyAction.WaitAction())));
            found.add(new RemedySuggestion((found.isEmpty() ? "Have" : "Or have") + " the pods mount another claim", "",
                    new RemedyAction.ChangeRequestAction()));
        }
        if (checks.contains(FilterCheck.DEVICES)
                && inputs.deviceClaims().filter(claims -> !claims.unbindingRemedies(nodes).isEmpty()).isEmpty()) {
            found.add(new RemedySuggestion("Have the pods name a resource claim that asks for devices that there are",
                    "kubectl get resourceslices -o yaml", new RemedyAction.ChangeRequestAction()));
        }
        if (checks.contains(FilterCheck.SPREAD)) {
            found.add(
                    new RemedySuggestion("Have the pods be spread over a label that nodes have, or label the nodes", "",
                            new RemedyAction.ChangeRequestAction()));
        }
        return List.copyOf(found);
    }

    private String describeClaimCommand(String claim) {
        return ShellWord.fillCommand("kubectl -n %s describe persistentvolumeclaim %s", podSpec.namespace(), claim);
    }

    /** Returns a claim spec with placeholder values for a claim that does not exist yet. */
    private static JsonNode placeholderClaimSpec() {
        var spec = JsonNodeFactory.instance.objectNode();
        spec.putArray("accessModes").add("ReadWriteOnce");
        spec.putObject("resources").putObject("requests").put("storage", "100Gi");
        return spec;
    }
}
