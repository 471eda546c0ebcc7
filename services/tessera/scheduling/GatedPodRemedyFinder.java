package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.model.ObjectRef;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.PodFitResult.FitOutcome;
import tessera.scheduling.PodVolumeClaim.UnboundClaimCause;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Proposes remedies for a pod that is held back before any node is examined. */
record GatedPodRemedyFinder(PodSchedulingSpec podSpec, PodPlacementInputs inputs) {

    List<SchedulingRemedy> remediesFor(FitOutcome outcome) {
        if (outcome == FitOutcome.GATED) {
            return schedulingGateRemedies();
        }
        return volumeClaimRemedies();
    }

    /** Returns the remedies for scheduling gates; the gate of a queue calls for a change of the queue. */
    private List<SchedulingRemedy> schedulingGateRemedies() {
        var gates = podSpec.schedulingGates();
        if (gates.stream().anyMatch(gate -> gate.startsWith(PodPlacementInputReader.QUEUE_GATE))) {
            return inputs.queueStatus().flatMap(PodWaitingInQueueStatus::remedy).stream().toList();
        }
        return List.of(new SchedulingRemedy("Take %s away, if nobody else is to: whoever set %s may wait for something"
                .formatted(String.join(", ", gates), gates.size() == 1 ? "it" : "them"), "",
                new SchedulingRemedyChange.RemoveGatesAction(gates)));
    }

    private List<SchedulingRemedy> missingClaimRemedies(PodVolumeClaim claim, ObjectRef ref) {
        if (claim.mounted().mount().ephemeral()) {
            return List.of(new SchedulingRemedy("Wait until the claim %s is made for it".formatted(claim.name()), "",
                    new SchedulingRemedyChange.WaitAction()));
        }
        var near = claim.similarName().map(name -> new SchedulingRemedy(
                "Have the pods mount the claim %s (claimName), if that was meant".formatted(name),
                ShellWordQuoter.fillCommand("kubectl -n %s get persistentvolumeclaims", podSpec.namespace()),
                new SchedulingRemedyChange.ChangeResourceRequestAction()));
        return Stream.concat(near.stream(), Stream.of(new SchedulingRemedy("Make the claim %s, as large as it has to be"
                .formatted(claim.name()), "",
                SchedulingRemedyChange.CreateObjectAction.withSpec(ref, placeholderClaimSpec()))))
                .toList();
    }

    private List<SchedulingRemedy> volumeClaimRemedies() {
        var found = new ArrayList<SchedulingRemedy>();
        for (var claim : inputs.volumeClaims()) {
            var ref = new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", podSpec.namespace(),
                    claim.name());
            switch (claim.mounted().state()) {
                case MISSING -> found.addAll(missingClaimRemedies(claim, ref));
                case DELETED -> found.add(new SchedulingRemedy("Wait until the claim %s is gone, and make it anew"
                        .formatted(claim.name()), "", new SchedulingRemedyChange.WaitAction()));
                case LOST -> found.add(lostVolumeRemedy(claim));
                case UNBOUND -> found.add(unboundClaimRemedy(claim, ref));
                case BOUND -> {
                    if (claim.mounted().volumes().isEmpty()) {
                        found.add(lostVolumeRemedy(claim));
                    }
                }
                case WAITING, UNKNOWN -> {
                    // It is not in the way.
                }
            }
        }
        if (found.stream()
                .anyMatch(suggestion -> suggestion.remedy() instanceof SchedulingRemedyChange.CreateObjectAction
                        || suggestion.remedy() instanceof SchedulingRemedyChange.WaitAction)) {
            found.add(new SchedulingRemedy("Or have the pods mount another claim", "",
                    new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        inputs.deviceClaims().ifPresent(devices -> found.addAll(devices.missingObjectRemedies()));
        return List.copyOf(found);
    }

    private SchedulingRemedy lostVolumeRemedy(PodVolumeClaim claim) {
        return new SchedulingRemedy(
                "Make the claim %s anew: the volume that it was bound to is no more, nor what was on it"
                        .formatted(claim.name()),
                describeClaimCommand(claim.name()), new SchedulingRemedyChange.WaitAction());
    }

    private SchedulingRemedy unboundClaimRemedy(PodVolumeClaim claim, ObjectRef ref) {
        return switch (claim.unbound().orElse(UnboundClaimCause.PENDING)) {
            case UNCLASSED -> new SchedulingRemedy(
                    "Name a storage class in the claim %s (storageClassName): it names none".formatted(claim.name()),
                    ShellWordQuoter.fillCommand("kubectl -n %s edit persistentvolumeclaim %s", podSpec.namespace(),
                            claim.name()),
                    new SchedulingRemedyChange.EditObjectAction(ref));
            case PENDING -> new SchedulingRemedy("Look why the claim %s has no volume".formatted(claim.name()),
                    describeClaimCommand(claim.name()), new SchedulingRemedyChange.WaitAction());
            case HANDMADE -> volumeRemedy(claim,
                    "Make a persistent volume without a storage class that the claim %s can take, or the claim anew with a class that makes volumes");
            case MISCLASSED -> volumeRemedy(claim,
                    "Make the storage class that the claim %s names, or a persistent volume of that class: there is no such class");
            case MISNAMED -> otherVolumeRemedy(claim,
                    "Make the persistent volume that the claim %s names (volumeName), or make the claim anew with one that is there");
            case TAKEN -> otherVolumeRemedy(claim,
                    "Make the claim %s anew with a volume that is Available (volumeName): a Released one is still kept for the claim it had");
            case MISMATCHED -> otherVolumeRemedy(claim,
                    "Make the claim %s anew to match the volume that it names: no larger, of the same storage class and volume mode, with access modes that it has");
            case UNSERVED -> new SchedulingRemedy(
                    "Name a storage class that makes volumes in the claim %s (storageClassName) of the manifest"
                            .formatted(claim.name()),
                    "", new SchedulingRemedyChange.ChangeResourceRequestAction());
        };
    }

    private SchedulingRemedy volumeRemedy(PodVolumeClaim claim, String text) {
        return new SchedulingRemedy(text.formatted(claim.name()), describeClaimCommand(claim.name()),
                new SchedulingRemedyChange.WaitAction());
    }

    /** Returns the remedy for a claim that names a wrong volume: the name cannot be changed later. */
    private static SchedulingRemedy otherVolumeRemedy(PodVolumeClaim claim, String text) {
        return new SchedulingRemedy(text.formatted(claim.name()), "kubectl get persistentvolumes",
                new SchedulingRemedyChange.WaitAction());
    }

    /** Returns remedies where every node is large enough and other constraints of the pod exclude them. */
    List<SchedulingRemedy> otherConstraintRemedies(List<NodeFitResult> nodes) {
        var lasting = nodes.stream().flatMap(node -> node.failures().stream())
                .filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING)
                .toList();
        var found = new ArrayList<SchedulingRemedy>();
        if (lasting.stream().anyMatch(PredictedNodeFilterFailure::isOutOfReachOfVolume)) {
            inputs.volumeClaims().stream().filter(PodVolumeClaim::isServedByPresentVolumes)
                    .map(PodVolumeClaim::name)
                    .forEach(name -> found.add(new SchedulingRemedy(
                            "Make a persistent volume that the claim %s can take: of its class, as large, within reach of a node with room"
                                    .formatted(name),
                            // Of a pod that is not made yet the claim may be missing, too.
                            podSpec.uid().isEmpty() ? "kubectl get persistentvolumes" : describeClaimCommand(name),
                            new SchedulingRemedyChange.WaitAction())));
            found.add(new SchedulingRemedy((found.isEmpty() ? "Have" : "Or have") + " the pods mount another claim", "",
                    new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        if (lasting.stream().anyMatch(failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES))
                && inputs.deviceClaims().filter(claims -> !claims.unbindingRemedies(nodes).isEmpty()).isEmpty()) {
            found.add(new SchedulingRemedy("Have the pods name a resource claim that asks for devices that there are",
                    "kubectl get resourceslices -o yaml", new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        if (lasting.stream().anyMatch(failure -> failure.isOf(SchedulerPlugin.POD_TOPOLOGY_SPREAD))) {
            found.add(
                    new SchedulingRemedy("Have the pods be spread over a label that nodes have, or label the nodes", "",
                            new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        return List.copyOf(found);
    }

    private String describeClaimCommand(String claim) {
        return ShellWordQuoter.fillCommand("kubectl -n %s describe persistentvolumeclaim %s", podSpec.namespace(),
                claim);
    }

    /** Returns a claim spec with placeholder values for a claim that does not exist yet. */
    private static JsonNode placeholderClaimSpec() {
        var spec = JsonNodeFactory.instance.objectNode();
        spec.putArray("accessModes").add("ReadWriteOnce");
        spec.putObject("resources").putObject("requests").put("storage", "100Gi");
        return spec;
    }
}
