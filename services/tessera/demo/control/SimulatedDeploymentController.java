package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.SimulatedWorkloadController.WorkloadKey;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedPodTemplateHasher;
import tessera.demo.object.SimulatedWorkloadStatus;
import tessera.demo.object.SimulatedWorkloadStatus.ReplicaCounts;
import tessera.demo.object.SimulatedWorkloadStatus.RolloutState;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.kube.quantity.CountOrPercentage;

/** Controller of Deployment rollouts: the ReplicaSet of the current template grows while older ones shrink. */
public final class SimulatedDeploymentController extends SimulatedWorkloadController {

    static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    private static final String MOST = "deployment.kubernetes.io/max-replicas";
    private static final String HASH = "pod-template-hash";

    /** Names of ReplicaSets by the uid of the Deployment. */
    private final Map<String, Set<String>> sets = new HashMap<>();
    private final Set<WorkloadKey> orphans = new LinkedHashSet<>();

    public SimulatedDeploymentController(SimulatedControllerContext context) {
        super(context, context.types().deployments(), "deployment-controller");
        loop.follow(types.replicaSets(), this::replicaSetChanged);
        followOwners();
    }

    private void replicaSetChanged(WatchEventType kind, ObjectNode set) {
        var key = WorkloadKey.of(set);
        var owner = SimulatedMetadata.controllerUid(set);
        orphans.remove(key);
        if (kind == WatchEventType.DELETED) {
            sets.getOrDefault(owner, new LinkedHashSet<>()).remove(key.name());
        } else if (owner.isEmpty()) {
            orphans.add(key);
        } else {
            sets.computeIfAbsent(owner, _ -> new LinkedHashSet<>()).add(key.name());
        }
        schedule(owner);
    }

    @Override
    void reconcile(ObjectNode deployment) throws SimulatedApiException {
        adoptSets(deployment);
        var old = new ArrayList<>(setsOf(deployment));
        var current = currentSet(deployment, old);
        if (deployment.path("spec").path("paused").asBoolean()) {
            if (current != null) {
                old.remove(current);
                annotate(deployment, current);
            }
            scalePaused(deployment);
            writeStatus(deployment, old, current);
            return;
        }
        if (current == null) {
            current = createSet(deployment, old);
        }
        old.remove(current);
        current = annotate(deployment, current);
        for (var change : rolloutChanges(deployment, current, old)) {
            scaleSet(deployment, change.set(), change.replicas());
        }
        deleteOldSets(deployment, old);
        writeStatus(deployment, setsExcept(deployment, current), refresh(current));
    }

    /** Scales a Deployment with a paused rollout through the one set that has pods. */
    private void scalePaused(ObjectNode deployment) throws SimulatedApiException {
        var active = setsOf(deployment).stream().filter(set -> desiredReplicas(set) > 0).toList();
        if (active.size() == 1) {
            scaleSet(deployment, active.getFirst(), deployment.path("spec").path("replicas").asInt(1));
        }
    }

    /** Adopts matching sets that another Deployment left behind. */
    private void adoptSets(ObjectNode deployment) throws SimulatedApiException {
        for (var key : List.copyOf(orphans)) {
            var set = component.find(types.replicaSets(), key.namespace(), key.name());
            if (set != null && isAdoptable(deployment, set)) {
                adopt(types.replicaSets(), deployment, set);
                orphans.remove(key);
                sets.computeIfAbsent(SimulatedMetadata.uidOf(deployment), _ -> new LinkedHashSet<>()).add(key.name());
            }
        }
    }

    private List<ObjectNode> setsOf(JsonNode deployment) {
        var uid = SimulatedMetadata.uidOf(deployment);
        var found = new ArrayList<ObjectNode>();
        for (var name : sets.getOrDefault(uid, Set.of())) {
            var set = component.find(types.replicaSets(), SimulatedMetadata.namespaceOf(deployment), name);
            if (set != null && SimulatedMetadata.controllerUid(set).equals(uid)) {
                found.add(set);
            }
        }
        return found;
    }

    private List<ObjectNode> setsExcept(JsonNode deployment, ObjectNode current) {
        return setsOf(deployment).stream()
                .filter(set -> !SimulatedMetadata.nameOf(set).equals(SimulatedMetadata.nameOf(current))).toList();
    }

    private ObjectNode refresh(ObjectNode set) {
        var fresh = component.find(types.replicaSets(), SimulatedMetadata.namespaceOf(set),
                SimulatedMetadata.nameOf(set));
        return fresh == null ? set : fresh;
    }

    /** Returns the set whose template equals the Deployment's. */
    private static @Nullable ObjectNode currentSet(JsonNode deployment, List<ObjectNode> sets) {
        var hash = SimulatedPodTemplateHasher.revisionName(deployment.path("spec").path("template"));
        for (var set : sets) {
            var template = set.path("spec").path("template").<ObjectNode>deepCopy();
            if (template.path("metadata").path("labels") instanceof ObjectNode labels) {
                labels.remove(HASH);
            }
            if (SimulatedPodTemplateHasher.revisionName(template).equals(hash)) {
                return set;
            }
        }
        return null;
    }

    private ObjectNode createSet(ObjectNode deployment, List<ObjectNode> old) throws SimulatedApiException {
        var template = deployment.path("spec").path("template").<ObjectNode>deepCopy();
        var hash = SimulatedPodTemplateHasher.revisionName(template);
        SimulatedMetadata.labelsOf(template).put(HASH, hash);
        var set = newObject("apps/v1", "ReplicaSet", SimulatedStoreJsonCodec.newObject(), deployment,
                SimulatedMetadata.nameOf(deployment) + "-" + hash);
        set.withObjectProperty("metadata").set("labels", template.path("metadata").path("labels").deepCopy());
        putAnnotations(set.withObjectProperty("metadata").putObject("annotations"), deployment, nextRevision(old));
        int replicas = initialReplicas(deployment, old);
        var spec = set.putObject("spec").put("replicas", replicas);
        spec.set("selector", deployment.path("spec").path("selector").deepCopy());
        spec.withObjectProperty("selector").withObjectProperty("matchLabels").put(HASH, hash);
        spec.set("template", template);
        var made = component.create(types.replicaSets(), set);
        sets.computeIfAbsent(SimulatedMetadata.uidOf(deployment), _ -> new LinkedHashSet<>())
                .add(SimulatedMetadata.nameOf(made));
        if (replicas > 0) {
            recordScaling(deployment, made, 0, replicas);
        }
        return made;
    }

    private static void putAnnotations(ObjectNode annotations, JsonNode deployment, long revision) {
        int replicas = deployment.path("spec").path("replicas").asInt(1);
        annotations.put(DESIRED, Integer.toString(replicas))
                .put(MOST, Integer.toString(replicas + maxSurge(deployment))).put(REVISION, Long.toString(revision));
    }

    private void recordScaling(ObjectNode deployment, ObjectNode set, int before, int after) {
        recordEvent(deployment, SimulatedEvent.normal("ScalingReplicaSet", "Scaled %s replica set %s from %d to %d"
                .formatted(after > before ? "up" : "down", SimulatedMetadata.nameOf(set), before, after)));
    }

    private static long nextRevision(List<ObjectNode> sets) {
        return 1 + sets.stream().mapToLong(SimulatedDeploymentController::revisionOf).max().orElse(0);
    }

    private static long revisionOf(JsonNode set) {
        return set.path("metadata").path("annotations").path(REVISION).asLong();
    }

    /** Updates the revision annotations; an old set that becomes current again gets a new revision. */
    private ObjectNode annotate(ObjectNode deployment, ObjectNode current) throws SimulatedApiException {
        var others = setsExcept(deployment, current);
        long revision = Math.max(revisionOf(current), nextRevision(others));
        if (revisionOf(deployment) != revision) {
            component.editThroughStatus(types.deployments(), deployment,
                    draft -> SimulatedMetadata.annotationsOf(draft).put(REVISION, Long.toString(revision)));
        }
        var marks = SimulatedStoreJsonCodec.newObject();
        putAnnotations(marks, deployment, revision);
        boolean marked = marks.properties().stream()
                .allMatch(mark -> mark.getValue().equals(current.at("/metadata/annotations").path(mark.getKey())));
        if (marked) {
            return current;
        }
        return component.edit(types.replicaSets(), current,
                draft -> SimulatedMetadata.annotationsOf(draft).setAll(marks));
    }

    private void scaleSet(ObjectNode deployment, ObjectNode set, int replicas) throws SimulatedApiException {
        int before = desiredReplicas(set);
        if (before == replicas) {
            return;
        }
        component.edit(types.replicaSets(), set, object -> object.withObjectProperty("spec").put("replicas", replicas));
        recordScaling(deployment, set, before, replicas);
    }

    /** Deletes old sets beyond the revision history limit. */
    private void deleteOldSets(ObjectNode deployment, List<ObjectNode> old) throws SimulatedApiException {
        int kept = deployment.path("spec").path("revisionHistoryLimit").asInt(10);
        var idle = old.stream()
                .filter(set -> desiredReplicas(set) == 0 && set.path("status").path("replicas").asInt() == 0)
                .sorted(Comparator.comparingLong(SimulatedDeploymentController::revisionOf).reversed()).skip(kept)
                .toList();
        for (var set : idle) {
            component.delete(types.replicaSets(), set);
        }
    }

    private void writeStatus(ObjectNode deployment, List<ObjectNode> old, @Nullable ObjectNode current)
            throws SimulatedApiException {
        var all = Stream.concat(old.stream(), Stream.ofNullable(current)).toList();
        int wanted = desiredReplicas(deployment);
        int total = sumOf(all, "replicas");
        int available = sumOf(all, "availableReplicas");
        int updated = current == null ? 0 : sumOf(List.of(current), "replicas");
        var now = component.now();
        editStatus(deployment, status -> {
            boolean moved = updated > status.path("updatedReplicas").asInt()
                    || available > status.path("availableReplicas").asInt()
                    || total - updated < status.path("replicas").asInt() - status.path("updatedReplicas").asInt();
            SimulatedWorkloadStatus.putDeploymentCounts(status, SimulatedMetadata.generationOf(deployment),
                    new ReplicaCounts(wanted, total, updated, available, sumOf(all, "terminatingReplicas")));
            SimulatedWorkloadStatus.setAvailable(status, available >= wanted - maxUnavailable(deployment), now);
            if (current != null) {
                boolean done = updated == wanted && available >= wanted && total == wanted;
                scheduleAfter(updateProgress(status, deployment, SimulatedMetadata.nameOf(current), done, moved),
                        deployment);
                updateReplicaFailure(status, current);
            }
        });
    }

    /**
     * Updates the condition of the rollout.
     *
     * @param set   name of the ReplicaSet that grows
     * @param moved whether the rollout went on since the last check
     * @return the time until the next check; zero if none is needed
     */
    private Duration updateProgress(ObjectNode status, ObjectNode deployment, String set, boolean done, boolean moved) {
        var now = component.now();
        var before = SimulatedOwnerStatusWriter.findCondition(status.path("conditions"),
                SimulatedWorkloadStatus.PROGRESSING);
        boolean same = before != null && before.path("message").asText().contains("\"" + set + "\"");
        if (before != null && same && before.path("reason").asText().equals(RolloutState.DONE.reason())) {
            return Duration.ZERO;
        }
        var deadline = Duration.ofSeconds(deployment.path("spec").path("progressDeadlineSeconds").asLong(600));
        if (done) {
            SimulatedWorkloadStatus.setProgress(status, set, RolloutState.DONE, /* holds= */ true, now);
        } else if (before == null || !same || moved) {
            SimulatedWorkloadStatus.setProgress(status, set, RolloutState.PROGRESSING, /* holds= */ true, now);
            return deadline;
        } else if (!now.isBefore(Instant.parse(before.path("lastUpdateTime").asText()).plus(deadline))) {
            SimulatedWorkloadStatus.setProgress(status, set, RolloutState.TIMED_OUT, /* holds= */ false, now);
        }
        return Duration.ZERO;
    }

    private void updateReplicaFailure(ObjectNode status, ObjectNode current) {
        var failure = SimulatedOwnerStatusWriter.findCondition(current.path("status").path("conditions"),
                "ReplicaFailure");
        if (failure == null) {
            SimulatedOwnerStatusWriter.removeCondition(status, "ReplicaFailure");
        } else {
            SimulatedWorkloadStatus.setReplicaFailure(status, failure.path("message").asText(), component.now());
        }
    }

    private static int sumOf(List<ObjectNode> sets, String field) {
        return sets.stream().mapToInt(set -> set.path("status").path(field).asInt()).sum();
    }

    /** The new replica count of a ReplicaSet. */
    private record ReplicaSetScale(ObjectNode set, int replicas) {}

    /** Returns which ReplicaSets are to grow and to shrink next. */
    private static List<ReplicaSetScale> rolloutChanges(ObjectNode deployment, ObjectNode current,
            List<ObjectNode> old) {
        return isRecreated(deployment) ? recreateChanges(deployment, current, old)
                : rollingChanges(deployment, current, old);
    }

    private static List<ReplicaSetScale> recreateChanges(ObjectNode deployment, ObjectNode current,
            List<ObjectNode> old) {
        var changes = new ArrayList<ReplicaSetScale>();
        old.stream().filter(set -> desiredReplicas(set) > 0).forEach(set -> changes.add(new ReplicaSetScale(set, 0)));
        boolean gone = old.stream().allMatch(set -> set.path("status").path("replicas").asInt() == 0
                && set.path("status").path("terminatingReplicas").asInt() == 0);
        if (changes.isEmpty() && gone) {
            changes.add(new ReplicaSetScale(current, desiredReplicas(deployment)));
        }
        return changes;
    }

    private static List<ReplicaSetScale> rollingChanges(ObjectNode deployment, ObjectNode current,
            List<ObjectNode> old) {
        var changes = new ArrayList<ReplicaSetScale>();
        int wanted = desiredReplicas(deployment);
        int mine = desiredReplicas(current);
        int others = old.stream().mapToInt(SimulatedWorkloadController::desiredReplicas).sum();
        int grown = mine > wanted ? wanted
                : Math.min(wanted, mine + Math.max(0, wanted + maxSurge(deployment) - mine - others));
        changes.add(new ReplicaSetScale(current, grown));
        int ready = availableReplicas(current);
        int available = ready + old.stream().mapToInt(SimulatedDeploymentController::availableReplicas).sum();
        int minimum = wanted - maxUnavailable(deployment);
        // Old pods that do not work go first; beyond that only as many as are not needed.
        int sick = old.stream().mapToInt(set -> Math.max(0, desiredReplicas(set) - availableReplicas(set))).sum();
        int spare = Math.min(mine + others - minimum - (mine - ready), sick + Math.max(0, available - minimum));
        for (var set : old.stream()
                .sorted(Comparator.comparing(set -> set.path("metadata").path("annotations").path(REVISION).asText("")))
                .toList()) {
            int now = desiredReplicas(set);
            int less = Math.min(now, spare);
            if (less > 0) {
                changes.add(new ReplicaSetScale(set, now - less));
                spare -= less;
            }
        }
        return changes;
    }

    /** Returns the number of pods with which a new set begins. */
    private static int initialReplicas(ObjectNode deployment, List<ObjectNode> old) {
        int wanted = desiredReplicas(deployment);
        int others = old.stream().mapToInt(SimulatedWorkloadController::desiredReplicas).sum();
        if (isRecreated(deployment)) {
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
    private static int maxSurge(JsonNode deployment) {
        return scaledValue(deployment, "maxSurge", RoundingMode.CEILING);
    }

    private static int maxUnavailable(JsonNode deployment) {
        int missing = scaledValue(deployment, "maxUnavailable", RoundingMode.FLOOR);
        return missing == 0 && maxSurge(deployment) == 0 ? 1 : missing;
    }

    private static int scaledValue(JsonNode deployment, String field, RoundingMode rounding) {
        var spec = deployment.path("spec");
        var value = spec.path("strategy").path("rollingUpdate").path(field);
        if (isRecreated(deployment)) {
            return 0;
        }
        return CountOrPercentage.scaled(value.asText(), spec.path("replicas").asInt(1), rounding);
    }

    private static boolean isRecreated(JsonNode deployment) {
        return deployment.path("spec").path("strategy").path("type").asText().equals("Recreate");
    }
}
