package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import tessera.demo.control.loop.ControllerResourceTypes;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Controller that keeps each ReplicaSet at its desired number of pods. */
public final class SimulatedReplicaSetController {

    /** Who goes first when there are too many: those without a node, then those not ready, then the youngest. */
    private static final Comparator<SimulatedControllerCachedPod> EXPENDABLE = Comparator
            .comparing((SimulatedControllerCachedPod pod) -> !pod.nodeName().isEmpty())
            .thenComparing(pod -> !pod.phase().equals("Pending"))
            .thenComparing(SimulatedControllerCachedPod::ready)
            .thenComparing(SimulatedControllerCachedPod::createdAt, Comparator.reverseOrder());

    private final SimulatedWorkloadController office;
    private final OwnerSelectorAdoption claims;

    public SimulatedReplicaSetController(SimulatedControlLoop loop, ControllerResourceTypes kinds,
            SimulatedControllerPodCache pods) {
        office = new SimulatedWorkloadController(loop, kinds, pods, kinds.replicaSets(), "replicaset-controller");
        claims = new OwnerSelectorAdoption(office.component(), kinds.pods());
        office.followOwners(this::reconcile);
        office.followOrphans(this::reconcile);
    }

    private void reconcile(ObjectNode set) throws SimulatedApiError {
        if (set.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        adoptAndRelease(set);
        var active = activePodsOf(set);
        int wanted = set.path("spec").path("replicas").asInt(1);
        for (int i = active.size(); i < wanted; i++) {
            if (office.createPod(set, PodFromTemplateFactory.newPod(set.path("spec").path("template"), set),
                    this::reconcile) == null) {
                break;
            }
        }
        for (var pod : active.stream().sorted(EXPENDABLE).limit(Math.max(0, active.size() - wanted)).toList()) {
            office.deletePod(set, pod);
        }
        writeStatus(set);
    }

    private void adoptAndRelease(ObjectNode set) throws SimulatedApiError {
        for (var card : office.podsOf(set)) {
            if (!card.deleting() && !OwnerSelectorAdoption.matchesSelector(set, card.labels())) {
                applyToPod(card, pod -> claims.release(set, pod));
            }
        }
        for (var card : office.orphansIn(SimulatedStoreJsonCodec.textAt(set, "metadata", "namespace"))) {
            if (card.isActive() && OwnerSelectorAdoption.matchesSelector(set, card.labels())) {
                applyToPod(card, pod -> OwnerSelectorAdoption.isAdoptable(set, pod) ? claims.adopt(set, pod) : pod);
            }
        }
    }

    @FunctionalInterface
    private interface PodUpdateFunction {
        ObjectNode apply(ObjectNode pod) throws SimulatedApiError;
    }

    private void applyToPod(SimulatedControllerCachedPod card, PodUpdateFunction settlement) throws SimulatedApiError {
        var pod = office.component().find(office.kinds().pods(), card.namespace(), card.name());
        if (pod != null) {
            office.addWritten(settlement.apply(pod));
        }
    }

    private List<SimulatedControllerCachedPod> activePodsOf(ObjectNode set) {
        return office.podsOf(set).stream().filter(SimulatedControllerCachedPod::isActive).toList();
    }

    private void writeStatus(ObjectNode set) throws SimulatedApiError {
        var pods = office.podsOf(set);
        int active = (int) pods.stream().filter(SimulatedControllerCachedPod::isActive).count();
        int ready = (int) pods.stream().filter(pod -> pod.isActive() && pod.ready()).count();
        int leaving = (int) pods.stream().filter(pod -> pod.deleting() && !pod.isTerminal()).count();
        var refusal = office.refusalMessage(set);
        office.component().editStatus(office.kinds().replicaSets(), set, status -> {
            status.put("replicas", active);
            PodOwnerStatusWriter.putCount(status, "fullyLabeledReplicas", active);
            PodOwnerStatusWriter.putCount(status, "readyReplicas", ready);
            PodOwnerStatusWriter.putCount(status, "availableReplicas", ready);
            status.put("terminatingReplicas", leaving);
            status.put("observedGeneration", set.path("metadata").path("generation").asLong());
            if (refusal.isEmpty()) {
                PodOwnerStatusWriter.removeCondition(status, "ReplicaFailure");
            } else {
                PodOwnerStatusWriter
                        .setCondition(status, "ReplicaFailure", true, "FailedCreate", office.component().now())
                        .put("message", refusal);
            }
        });
    }

    static int desiredReplicas(ObjectNode set) {
        return set.path("spec").path("replicas").asInt(1);
    }

    static String revisionOf(ObjectNode set) {
        return SimulatedStoreJsonCodec.textAt(set, "metadata", "annotations", SimulatedDeploymentController.REVISION);
    }
}
