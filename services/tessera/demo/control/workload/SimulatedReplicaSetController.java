package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedWorkloadStatus;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Controller that keeps each ReplicaSet at its desired number of pods. */
public final class SimulatedReplicaSetController {

    /** Who goes first when there are too many: those without a node, then those not ready, then the youngest. */
    private static final Comparator<SimulatedControllerCachedPod> EXPENDABLE = Comparator
            .comparing((SimulatedControllerCachedPod pod) -> !pod.nodeName().isEmpty())
            .thenComparing(pod -> !pod.phase().equals("Pending"))
            .thenComparing(SimulatedControllerCachedPod::ready)
            .thenComparing(SimulatedControllerCachedPod::createdAt, Comparator.reverseOrder());

    private final SimulatedCommonWorkloadController controller;
    private final SimulatedSelectorAdoption claims;

    public SimulatedReplicaSetController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            SimulatedControllerPodCache pods) {
        controller = new SimulatedCommonWorkloadController(loop, types, pods, types.replicaSets(),
                "replicaset-controller");
        claims = new SimulatedSelectorAdoption(controller.component(), types.pods());
        controller.followOwners(this::reconcile);
        controller.followOrphans(this::reconcile);
    }

    private void reconcile(ObjectNode set) throws SimulatedApiException {
        if (set.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        adoptAndRelease(set);
        var active = activePodsOf(set);
        int wanted = set.path("spec").path("replicas").asInt(1);
        for (int i = active.size(); i < wanted; i++) {
            if (controller.createPod(set, SimulatedPodFactory.newPod(set.path("spec").path("template"), set),
                    this::reconcile) == null) {
                break;
            }
        }
        for (var pod : active.stream().sorted(EXPENDABLE).limit(Math.max(0, active.size() - wanted)).toList()) {
            controller.deletePod(set, pod);
        }
        writeStatus(set);
    }

    private void adoptAndRelease(ObjectNode set) throws SimulatedApiException {
        for (var cachedPod : controller.podsOf(set)) {
            if (!cachedPod.deleting() && !SimulatedSelectorAdoption.matchesSelector(set, cachedPod.labels())) {
                applyToPod(cachedPod, pod -> claims.release(set, pod));
            }
        }
        for (var cachedPod : controller.orphansIn(SimulatedStoreJsonCodec.textAt(set, "metadata", "namespace"))) {
            if (cachedPod.isActive() && SimulatedSelectorAdoption.matchesSelector(set, cachedPod.labels())) {
                applyToPod(cachedPod,
                        pod -> SimulatedSelectorAdoption.isAdoptable(set, pod) ? claims.adopt(set, pod) : pod);
            }
        }
    }

    @FunctionalInterface
    private interface PodUpdateFunction {
        ObjectNode apply(ObjectNode pod) throws SimulatedApiException;
    }

    private void applyToPod(SimulatedControllerCachedPod cachedPod, PodUpdateFunction settlement)
            throws SimulatedApiException {
        var pod = controller.component().find(controller.kinds().pods(), cachedPod.namespace(), cachedPod.name());
        if (pod != null) {
            controller.addWritten(settlement.apply(pod));
        }
    }

    private List<SimulatedControllerCachedPod> activePodsOf(ObjectNode set) {
        return controller.podsOf(set).stream().filter(SimulatedControllerCachedPod::isActive).toList();
    }

    private void writeStatus(ObjectNode set) throws SimulatedApiException {
        var pods = controller.podsOf(set);
        int active = (int) pods.stream().filter(SimulatedControllerCachedPod::isActive).count();
        int ready = (int) pods.stream().filter(pod -> pod.isActive() && pod.ready()).count();
        int leaving = (int) pods.stream().filter(pod -> pod.deleting() && !pod.isTerminal()).count();
        var refusal = controller.refusalMessage(set);
        var counts = new SimulatedWorkloadStatus.ReplicaCounts(desiredReplicas(set), active, active, ready, leaving);
        controller.component().editStatus(controller.kinds().replicaSets(), set,
                status -> SimulatedWorkloadStatus.putReplicaSet(status,
                        set.path("metadata").path("generation").asLong(), counts, refusal,
                        controller.component().now()));
    }

    static int desiredReplicas(ObjectNode set) {
        return set.path("spec").path("replicas").asInt(1);
    }

    static String revisionOf(ObjectNode set) {
        return SimulatedStoreJsonCodec.textAt(set, "metadata", "annotations", SimulatedDeploymentController.REVISION);
    }
}
