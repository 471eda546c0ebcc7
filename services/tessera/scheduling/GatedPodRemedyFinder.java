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
import tessera.text.MessageCatalog;

/** Proposes remedies for a pod that is held back before any node is examined. */
record GatedPodRemedyFinder(PodSchedulingSpec podSpec, PodPlacementInputs inputs) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GatedPodRemedyFinder.class);

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
        return List.of(new SchedulingRemedy(MESSAGES.text("remedy.remove-gates", gates), "",
                new SchedulingRemedyChange.RemoveGatesAction(gates)));
    }

    private List<SchedulingRemedy> missingClaimRemedies(PodVolumeClaim claim, ObjectRef ref) {
        if (claim.mounted().mount().ephemeral()) {
            return List.of(new SchedulingRemedy(MESSAGES.text("remedy.await-claim", claim.name()), "",
                    new SchedulingRemedyChange.WaitAction()));
        }
        var near = claim.similarName()
                .map(name -> new SchedulingRemedy(MESSAGES.text("remedy.similar-claim", name),
                        ShellWordQuoter.fillCommand("kubectl -n %s get persistentvolumeclaims", podSpec.namespace()),
                        new SchedulingRemedyChange.ChangeResourceRequestAction()));
        return Stream
                .concat(near.stream(),
                        Stream.of(new SchedulingRemedy(MESSAGES.text("remedy.create-claim", claim.name()), "",
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
                case DELETED -> found.add(new SchedulingRemedy(MESSAGES.text("remedy.await-deletion", claim.name()), "",
                        new SchedulingRemedyChange.WaitAction()));
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
            found.add(new SchedulingRemedy(MESSAGES.text("remedy.or-other-claim"), "",
                    new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        inputs.deviceClaims().ifPresent(devices -> found.addAll(devices.missingObjectRemedies()));
        return List.copyOf(found);
    }

    private SchedulingRemedy lostVolumeRemedy(PodVolumeClaim claim) {
        return new SchedulingRemedy(MESSAGES.text("remedy.recreate-lost-claim", claim.name()),
                describeClaimCommand(claim.name()), new SchedulingRemedyChange.WaitAction());
    }

    private SchedulingRemedy unboundClaimRemedy(PodVolumeClaim claim, ObjectRef ref) {
        return switch (claim.unbound().orElse(UnboundClaimCause.PENDING)) {
            case UNCLASSED -> new SchedulingRemedy(MESSAGES.text("remedy.set-storage-class", claim.name()),
                    ShellWordQuoter.fillCommand("kubectl -n %s edit persistentvolumeclaim %s", podSpec.namespace(),
                            claim.name()),
                    new SchedulingRemedyChange.EditObjectAction(ref));
            case PENDING -> new SchedulingRemedy(MESSAGES.text("remedy.check-claim", claim.name()),
                    describeClaimCommand(claim.name()), new SchedulingRemedyChange.WaitAction());
            case HANDMADE -> volumeRemedy(claim, "remedy.create-volume");
            case MISCLASSED -> volumeRemedy(claim, "remedy.create-storage-class");
            case MISNAMED -> otherVolumeRemedy(claim, "remedy.create-named-volume");
            case TAKEN -> otherVolumeRemedy(claim, "remedy.use-available-volume");
            case MISMATCHED -> otherVolumeRemedy(claim, "remedy.match-named-volume");
            case UNSERVED -> new SchedulingRemedy(MESSAGES.text("remedy.set-provisioning-class", claim.name()), "",
                    new SchedulingRemedyChange.ChangeResourceRequestAction());
        };
    }

    private SchedulingRemedy volumeRemedy(PodVolumeClaim claim, String key) {
        return new SchedulingRemedy(MESSAGES.text(key, claim.name()), describeClaimCommand(claim.name()),
                new SchedulingRemedyChange.WaitAction());
    }

    /** Returns the remedy for a claim that names a wrong volume: the name cannot be changed later. */
    private static SchedulingRemedy otherVolumeRemedy(PodVolumeClaim claim, String key) {
        return new SchedulingRemedy(MESSAGES.text(key, claim.name()), "kubectl get persistentvolumes",
                new SchedulingRemedyChange.WaitAction());
    }

    /** Returns remedies where every node is large enough and other constraints of the pod exclude them. */
    List<SchedulingRemedy> otherConstraintRemedies(List<NodeFitResult> nodes) {
        var lasting = nodes.stream().flatMap(node -> node.failures().stream())
                .filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING).toList();
        var found = new ArrayList<SchedulingRemedy>();
        if (lasting.stream().anyMatch(PredictedNodeFilterFailure::isOutOfReachOfVolume)) {
            inputs.volumeClaims().stream().filter(PodVolumeClaim::isServedByPresentVolumes).map(PodVolumeClaim::name)
                    .forEach(
                            name -> found
                                    .add(new SchedulingRemedy(MESSAGES.text("remedy.create-reachable-volume", name),
                                            // Of a pod that is not made yet the claim may be missing, too.
                                            podSpec.uid().isEmpty() ? "kubectl get persistentvolumes"
                                                    : describeClaimCommand(name),
                                            new SchedulingRemedyChange.WaitAction())));
            found.add(new SchedulingRemedy(
                    MESSAGES.text(found.isEmpty() ? "remedy.other-claim" : "remedy.or-other-claim"), "",
                    new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        if (lasting.stream().anyMatch(failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES))
                && inputs.deviceClaims().filter(claims -> !claims.unbindingRemedies(nodes).isEmpty()).isEmpty()) {
            found.add(new SchedulingRemedy(
                    MESSAGES.text(podSpec.deviceClaims().isEmpty() ? "remedy.fewer-class-devices"
                            : "remedy.other-resource-claim"),
                    "kubectl get resourceslices -o yaml", new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        if (lasting.stream().anyMatch(failure -> failure.isOf(SchedulerPlugin.POD_TOPOLOGY_SPREAD))) {
            found.add(new SchedulingRemedy(MESSAGES.text("remedy.spread-label"), "",
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
