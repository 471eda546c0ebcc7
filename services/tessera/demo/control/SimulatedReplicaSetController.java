package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedWorkloadStatus;

/** Controller that keeps each ReplicaSet at its desired number of pods. */
public final class SimulatedReplicaSetController extends SimulatedWorkloadController {

    /** Who goes first when there are too many: those without a node, then those not ready, then the youngest. */
    private static final Comparator<SimulatedCachedPod> EXPENDABLE = Comparator
            .comparing((SimulatedCachedPod pod) -> !pod.nodeName().isEmpty())
            .thenComparing(pod -> !pod.phase().equals("Pending")).thenComparing(SimulatedCachedPod::ready)
            .thenComparing(SimulatedCachedPod::createdAt, Comparator.reverseOrder());

    public SimulatedReplicaSetController(SimulatedControllerContext context) {
        super(context, context.types().replicaSets(), "replicaset-controller");
        followOwners();
        followOrphans();
    }

    @Override
    void reconcile(ObjectNode set) throws SimulatedApiException {
        adoptAndRelease(set);
        var active = activePodsOf(set);
        int wanted = desiredReplicas(set);
        boolean accepted = true;
        for (int i = active.size(); i < wanted && accepted; i++) {
            accepted = createPod(set, newPod(set.path("spec").path("template"), set));
        }
        for (var pod : active.stream().sorted(EXPENDABLE).limit(Math.max(0, active.size() - wanted)).toList()) {
            deletePod(set, pod);
        }
        editStatus(set, status -> SimulatedWorkloadStatus.putReplicaSet(status, SimulatedMetadata.generationOf(set),
                countPods(set, wanted), refusalMessage(set), component.now()));
    }

    private void adoptAndRelease(ObjectNode set) throws SimulatedApiException {
        for (var cachedPod : podsOf(set)) {
            var pod = cachedPod.deleting() || matchesSelector(set, cachedPod.labels()) ? null
                    : component.findPod(cachedPod);
            if (pod != null) {
                pods.addWritten(component.edit(types.pods(), pod, draft -> SimulatedMetadata.removeEntries(draft,
                        "ownerReferences", owner -> owner.path("uid").asText().equals(SimulatedMetadata.uidOf(set)))));
            }
        }
        for (var cachedPod : pods.orphansIn(SimulatedMetadata.namespaceOf(set))) {
            var pod = cachedPod.isActive() && matchesSelector(set, cachedPod.labels()) ? component.findPod(cachedPod)
                    : null;
            if (pod != null && isAdoptable(set, pod)) {
                pods.addWritten(adopt(types.pods(), set, pod));
            }
        }
    }
}
