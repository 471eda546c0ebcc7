package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.quantity.CountOrPercentage;

/** The next step of a Deployment's rollout: the ReplicaSets to grow and to shrink. */
record SimulatedDeploymentRolloutStep(ObjectNode deployment, ObjectNode current, List<ObjectNode> oldReplicaSets) {

    /** The new replica count of a ReplicaSet. */
    record ReplicaSetScale(ObjectNode set, int replicas) {}

    List<ReplicaSetScale> changes() {
        boolean recreate = SimulatedStoreJsonCodec.textAt(deployment, "spec", "strategy", "type").equals("Recreate");
        if (recreate) {
            return recreateChanges();
        }
        return rollingChanges();
    }

    private List<ReplicaSetScale> recreateChanges() {
        var changes = new ArrayList<ReplicaSetScale>();
        oldReplicaSets.stream().filter(set -> SimulatedReplicaSetController.desiredReplicas(set) > 0)
                .forEach(set -> changes.add(new ReplicaSetScale(set, 0)));
        boolean gone = oldReplicaSets.stream().allMatch(set -> set.path("status").path("replicas").asInt() == 0
                && set.path("status").path("terminatingReplicas").asInt() == 0);
        if (changes.isEmpty() && gone) {
            changes.add(new ReplicaSetScale(current, SimulatedReplicaSetController.desiredReplicas(deployment)));
        }
        return changes;
    }

    private List<ReplicaSetScale> rollingChanges() {
        var changes = new ArrayList<ReplicaSetScale>();
        int wanted = SimulatedReplicaSetController.desiredReplicas(deployment);
        int mine = SimulatedReplicaSetController.desiredReplicas(current);
        int others = oldReplicaSets.stream().mapToInt(SimulatedReplicaSetController::desiredReplicas).sum();
        int grown = mine > wanted ? wanted
                : Math.min(wanted, mine + Math.max(0, wanted + maxSurge(deployment) - mine
                        - others));
        changes.add(new ReplicaSetScale(current, grown));
        int ready = availableReplicas(current);
        int available = ready
                + oldReplicaSets.stream().mapToInt(SimulatedDeploymentRolloutStep::availableReplicas).sum();
        int minimum = wanted - maxUnavailable(deployment);
        // Old pods that do not work go first; beyond that only as many as are not needed.
        int sick = oldReplicaSets.stream()
                .mapToInt(
                        set -> Math.max(0, SimulatedReplicaSetController.desiredReplicas(set) - availableReplicas(set)))
                .sum();
        int spare = Math.min(mine + others - minimum - (mine - ready), sick + Math.max(0, available - minimum));
        for (var set : oldReplicaSets.stream().sorted(Comparator.comparing(SimulatedReplicaSetController::revisionOf))
                .toList()) {
            int now = SimulatedReplicaSetController.desiredReplicas(set);
            int less = Math.min(now, spare);
            if (less > 0) {
                changes.add(new ReplicaSetScale(set, now - less));
                spare -= less;
            }
        }
        return changes;
    }

    /** Returns the number of pods with which a new set begins. */
    static int initialReplicas(ObjectNode deployment, List<ObjectNode> old) {
        int wanted = SimulatedReplicaSetController.desiredReplicas(deployment);
        int others = old.stream().mapToInt(SimulatedReplicaSetController::desiredReplicas).sum();
        if (SimulatedStoreJsonCodec.textAt(deployment, "spec", "strategy", "type").equals("Recreate")) {
            if (others == 0 && old.stream().allMatch(set -> set.path("status").path("replicas").asInt() == 0)) {
                return wanted;
            }
            return 0;
        }
        return Math.clamp(wanted + maxSurge(deployment) - others, 0, wanted);
    }

    private static int availableReplicas(ObjectNode set) {
        return set.path("status").path("availableReplicas").asInt();
    }

    /** Returns the number of pods allowed above the desired one. */
    static int maxSurge(JsonNode deployment) {
        return scaledValue(deployment, "maxSurge", RoundingMode.CEILING);
    }

    /** Returns the number of pods that may be unavailable. */
    static int maxUnavailable(JsonNode deployment) {
        int missing = scaledValue(deployment, "maxUnavailable", RoundingMode.FLOOR);
        return missing == 0 && maxSurge(deployment) == 0 ? 1 : missing;
    }

    private static int scaledValue(JsonNode deployment, String field, RoundingMode rounding) {
        var spec = deployment.path("spec");
        var value = spec.path("strategy").path("rollingUpdate").path(field);
        if (SimulatedStoreJsonCodec.textAt(spec, "strategy", "type").equals("Recreate")) {
            return 0;
        }
        return CountOrPercentage.scaled(value.asText(), spec.path("replicas").asInt(1), rounding);
    }
}
