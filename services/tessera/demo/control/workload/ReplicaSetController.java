package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;

/** Controller that keeps each ReplicaSet at its desired number of pods. */
public final class ReplicaSetController {

    /** Who goes first when there are too many: those without a node, then those not ready, then the youngest. */
    private static final Comparator<CachedPod> EXPENDABLE = Comparator
            .comparing((CachedPod pod) -> !pod.nodeName().isEmpty())
            .thenComparing(pod -> !pod.phase().equals("Pending"))
            .thenComparing(CachedPod::ready).thenComparing(CachedPod::createdAt, Comparator.reverseOrder());

    private final WorkloadController office;
    private final SelectorAdoption claims;

    public ReplicaSetController(ControlLoop loop, ControllerKinds kinds, ControllerPodCache pods) {
        office = new WorkloadController(loop, kinds, pods, kinds.replicaSets(), "replicaset-controller");
        claims = new SelectorAdoption(office.component(), kinds.pods());
        office.followOwners(this::reconcile);
        office.followOrphans(this::reconcile);
    }

    private void reconcile(ObjectNode set) throws ApiError {
        if (set.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        adoptAndRelease(set);
        var active = activePodsOf(set);
        int wanted = set.path("spec").path("replicas").asInt(1);
        for (int i = active.size(); i < wanted; i++) {
            if (office.createPod(set, PodBlueprint.newPod(set.path("spec").path("template"), set),
                    this::reconcile) == null) {
                break;
            }
        }
        for (var pod : active.stream().sorted(EXPENDABLE).limit(Math.max(0, active.size() - wanted)).toList()) {
            office.deletePod(set, pod);
        }
        writeStatus(set);
    }

    private void adoptAndRelease(ObjectNode set) throws ApiError {
        for (var card : office.podsOf(set)) {
            if (!card.deleting() && !SelectorAdoption.matchesSelector(set, card.labels())) {
                applyToPod(card, pod -> claims.release(set, pod));
            }
        }
        for (var card : office.orphansIn(StoreJson.textAt(set, "metadata", "namespace"))) {
            if (card.isActive() && SelectorAdoption.matchesSelector(set, card.labels())) {
                applyToPod(card, pod -> SelectorAdoption.isAdoptable(set, pod) ? claims.adopt(set, pod) : pod);
            }
        }
    }

    @FunctionalInterface
    private interface PodAction {
        ObjectNode apply(ObjectNode pod) throws ApiError;
    }

    private void applyToPod(CachedPod card, PodAction settlement) throws ApiError {
        var pod = office.component().find(office.kinds().pods(), card.namespace(), card.name());
        if (pod != null) {
            office.addWritten(settlement.apply(pod));
        }
    }

    private List<CachedPod> activePodsOf(ObjectNode set) {
        return office.podsOf(set).stream().filter(CachedPod::isActive).toList();
    }

    private void writeStatus(ObjectNode set) throws ApiError {
        var pods = office.podsOf(set);
        int active = (int) pods.stream().filter(CachedPod::isActive).count();
        int ready = (int) pods.stream().filter(pod -> pod.isActive() && pod.ready()).count();
        int leaving = (int) pods.stream().filter(pod -> pod.deleting() && !pod.isTerminal()).count();
        var refusal = office.refusalMessage(set);
        office.component().editStatus(office.kinds().replicaSets(), set, status -> {
            status.put("replicas", active);
            OwnerStatuses.putCount(status, "fullyLabeledReplicas", active);
            OwnerStatuses.putCount(status, "readyReplicas", ready);
            OwnerStatuses.putCount(status, "availableReplicas", ready);
            status.put("terminatingReplicas", leaving);
            status.put("observedGeneration", set.path("metadata").path("generation").asLong());
            if (refusal.isEmpty()) {
                OwnerStatuses.removeCondition(status, "ReplicaFailure");
            } else {
                OwnerStatuses.setCondition(status, "ReplicaFailure", true, "FailedCreate", office.component().now())
                        .put("message", refusal);
            }
        });
    }

    static int desiredReplicas(ObjectNode set) {
        return set.path("spec").path("replicas").asInt(1);
    }

    static String revisionOf(ObjectNode set) {
        return StoreJson.textAt(set, "metadata", "annotations", DeploymentController.REVISION);
    }
}
