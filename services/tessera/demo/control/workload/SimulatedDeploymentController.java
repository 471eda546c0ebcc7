package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedPodTemplateHasher;
import tessera.demo.object.SimulatedWorkloadStatus;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.demo.store.objects.SimulatedDeleteOptions;

/** Controller of Deployment rollouts: the ReplicaSet of the current template grows while older ones shrink. */
public final class SimulatedDeploymentController {

    static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    private static final String MOST = "deployment.kubernetes.io/max-replicas";
    private static final String HASH = "pod-template-hash";

    private final SimulatedCommonWorkloadController controller;
    /** Names of ReplicaSets by the uid of the Deployment. */
    private final Map<String, Set<String>> sets = new HashMap<>();
    private final Set<SimulatedCommonWorkloadController.WorkloadKey> orphans = new LinkedHashSet<>();
    private final SimulatedSelectorAdoption claims;

    public SimulatedDeploymentController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            SimulatedControllerPodCache pods) {
        controller = new SimulatedCommonWorkloadController(loop, types, pods, types.deployments(),
                "deployment-controller");
        claims = new SimulatedSelectorAdoption(controller.component(), types.replicaSets());
        loop.follow(types.replicaSets(), this::replicaSetChanged);
        controller.followOwners(this::reconcile);
    }

    private void replicaSetChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode set) {
        var key = new SimulatedCommonWorkloadController.WorkloadKey(
                SimulatedStoreJsonCodec.textAt(set, "metadata", "namespace"), nameOf(set));
        var owner = SimulatedControllerCachedPod.ownerUid(set.path("metadata"));
        orphans.remove(key);
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
            sets.getOrDefault(owner, new LinkedHashSet<>()).remove(key.name());
        } else if (owner.isEmpty()) {
            orphans.add(key);
        } else {
            sets.computeIfAbsent(owner, _ -> new LinkedHashSet<>()).add(key.name());
        }
        controller.schedule(owner, this::reconcile);
    }

    private void reconcile(ObjectNode deployment) throws SimulatedApiException {
        adoptSets(deployment);
        var old = new ArrayList<>(setsOf(deployment));
        var current = currentSet(deployment, old);
        if (deployment.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
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
        var rollout = new SimulatedDeploymentRolloutStep(deployment, current, old);
        for (var change : rollout.changes()) {
            scaleSet(deployment, change.set(), change.replicas());
        }
        deleteOldSets(deployment, old);
        writeStatus(deployment, setsExcept(deployment, current), refresh(current));
    }

    /** Scales a Deployment with a paused rollout through the one set that has pods. */
    private void scalePaused(ObjectNode deployment) throws SimulatedApiException {
        var active = setsOf(deployment).stream().filter(set -> SimulatedReplicaSetController.desiredReplicas(set) > 0)
                .toList();
        if (active.size() == 1) {
            scaleSet(deployment, active.getFirst(), deployment.path("spec").path("replicas").asInt(1));
        }
    }

    /** Adopts matching sets that another Deployment left behind. */
    private void adoptSets(ObjectNode deployment) throws SimulatedApiException {
        for (var key : List.copyOf(orphans)) {
            var set = controller.component().find(controller.kinds().replicaSets(), key.namespace(), key.name());
            if (set != null && !deployment.path("metadata").hasNonNull("deletionTimestamp")
                    && SimulatedSelectorAdoption.isAdoptable(deployment, set)) {
                claims.adopt(deployment, set);
                orphans.remove(key);
                sets.computeIfAbsent(SimulatedStoreJsonCodec.textAt(deployment, "metadata", "uid"),
                        _ -> new LinkedHashSet<>())
                        .add(key.name());
            }
        }
    }

    private List<ObjectNode> setsOf(JsonNode deployment) {
        var uid = SimulatedStoreJsonCodec.textAt(deployment, "metadata", "uid");
        var found = new ArrayList<ObjectNode>();
        for (var name : sets.getOrDefault(uid, Set.of())) {
            var set = controller.component().find(controller.kinds().replicaSets(),
                    SimulatedStoreJsonCodec.textAt(deployment, "metadata", "namespace"), name);
            if (set != null && SimulatedControllerCachedPod.ownerUid(set.path("metadata")).equals(uid)) {
                found.add(set);
            }
        }
        return found;
    }

    private List<ObjectNode> setsExcept(JsonNode deployment, ObjectNode current) {
        return setsOf(deployment).stream().filter(set -> !nameOf(set).equals(nameOf(current))).toList();
    }

    private ObjectNode refresh(ObjectNode set) {
        var fresh = controller.component().find(controller.kinds().replicaSets(),
                SimulatedStoreJsonCodec.textAt(set, "metadata", "namespace"),
                nameOf(set));
        return fresh == null ? set : fresh;
    }

    private static String nameOf(JsonNode object) {
        return SimulatedStoreJsonCodec.textAt(object, "metadata", "name");
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
        SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(template, "metadata"), "labels")
                .put(HASH, hash);
        var set = SimulatedStoreJsonCodec.newObject().put("kind", "ReplicaSet").put("apiVersion", "apps/v1");
        var metadata = set.putObject("metadata").put("name", nameOf(deployment) + "-" + hash).put("namespace",
                SimulatedStoreJsonCodec.textAt(deployment, "metadata", "namespace"));
        metadata.set("labels", template.path("metadata").path("labels").deepCopy());
        putAnnotations(metadata.putObject("annotations"), deployment, nextRevision(old));
        SimulatedPodFactory.addOwner(metadata, deployment);
        int replicas = SimulatedDeploymentRolloutStep.initialReplicas(deployment, old);
        var spec = set.putObject("spec").put("replicas", replicas);
        spec.set("selector", deployment.path("spec").path("selector").deepCopy());
        SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(spec, "selector"), "matchLabels")
                .put(HASH, hash);
        spec.set("template", template);
        var made = controller.component().create(controller.kinds().replicaSets(), set);
        sets.computeIfAbsent(SimulatedStoreJsonCodec.textAt(deployment, "metadata", "uid"), _ -> new LinkedHashSet<>())
                .add(nameOf(made));
        if (replicas > 0) {
            recordScaling(deployment, made, 0, replicas);
        }
        return made;
    }

    private static void putAnnotations(ObjectNode annotations, JsonNode deployment, long revision) {
        int replicas = deployment.path("spec").path("replicas").asInt(1);
        annotations.put(DESIRED, Integer.toString(replicas))
                .put(MOST, Integer.toString(replicas + SimulatedDeploymentRolloutStep.maxSurge(deployment)))
                .put(REVISION, Long.toString(revision));
    }

    private void recordScaling(ObjectNode deployment, ObjectNode set, int before, int after) {
        controller.component().recordEvent(controller.kinds().deployments(), deployment,
                SimulatedEventContent.normalEvent("ScalingReplicaSet", "Scaled %s replica set %s from %d to %d"
                        .formatted(after > before ? "up" : "down", nameOf(set), before, after)));
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
        var component = controller.component();
        if (revisionOf(deployment) != revision) {
            component.editThroughStatus(controller.kinds().deployments(), deployment, object -> SimulatedStoreJsonCodec
                    .childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"), "annotations")
                    .put(REVISION, Long.toString(revision)));
        }
        var marks = SimulatedStoreJsonCodec.newObject();
        putAnnotations(marks, deployment, revision);
        boolean marked = marks.properties().stream()
                .allMatch(mark -> mark.getValue().equals(current.at("/metadata/annotations").path(mark.getKey())));
        if (marked) {
            return current;
        }
        return component.edit(controller.kinds().replicaSets(), current,
                object -> SimulatedStoreJsonCodec
                        .childObject(SimulatedStoreJsonCodec.childObject(object, "metadata"), "annotations")
                        .setAll(marks));
    }

    private void scaleSet(ObjectNode deployment, ObjectNode set, int replicas) throws SimulatedApiException {
        int before = SimulatedReplicaSetController.desiredReplicas(set);
        if (before == replicas) {
            return;
        }
        controller.component().edit(controller.kinds().replicaSets(), set,
                object -> SimulatedStoreJsonCodec.childObject(object, "spec").put("replicas", replicas));
        recordScaling(deployment, set, before, replicas);
    }

    /** Deletes old sets beyond the revision history limit. */
    private void deleteOldSets(ObjectNode deployment, List<ObjectNode> old) throws SimulatedApiException {
        int kept = deployment.path("spec").path("revisionHistoryLimit").asInt(10);
        var idle = old.stream().filter(set -> SimulatedReplicaSetController.desiredReplicas(set) == 0
                && set.path("status").path("replicas").asInt() == 0)
                .sorted(Comparator.comparingLong(SimulatedDeploymentController::revisionOf).reversed()).skip(kept)
                .toList();
        for (var set : idle) {
            controller.component().delete(controller.kinds().replicaSets(), set, SimulatedDeleteOptions.USUAL);
        }
    }

    private void writeStatus(ObjectNode deployment, List<ObjectNode> old, @Nullable ObjectNode current)
            throws SimulatedApiException {
        var all = Stream.concat(old.stream(), Stream.ofNullable(current)).toList();
        var uid = SimulatedStoreJsonCodec.textAt(deployment, "metadata", "uid");
        int wanted = SimulatedReplicaSetController.desiredReplicas(deployment);
        int total = sumOf(all, "replicas");
        int available = sumOf(all, "availableReplicas");
        int updated = current == null ? 0 : sumOf(List.of(current), "replicas");
        var now = controller.component().now();
        controller.component().editStatus(controller.kinds().deployments(), deployment, status -> {
            boolean moved = updated > status.path("updatedReplicas").asInt()
                    || available > status.path("availableReplicas").asInt()
                    || total - updated < status.path("replicas").asInt() - status.path("updatedReplicas").asInt();
            SimulatedWorkloadStatus.putDeploymentCounts(status, deployment.path("metadata").path("generation").asLong(),
                    new SimulatedWorkloadStatus.ReplicaCounts(wanted, total, updated, available,
                            sumOf(all, "terminatingReplicas")));
            SimulatedWorkloadStatus.setAvailable(status,
                    available >= wanted - SimulatedDeploymentRolloutStep.maxUnavailable(deployment), now);
            if (current != null) {
                boolean done = updated == wanted && available >= wanted && total == wanted;
                var progress = rolloutProgress(done, moved);
                SimulatedDeploymentConditionWriter.updateProgress(status, deployment, nameOf(current), progress, now)
                        .ifPresent(deadline -> controller.loop()
                                .runAfter(deadline, () -> controller.schedule(uid, this::reconcile)));
                SimulatedDeploymentConditionWriter.updateReplicaFailure(status, current, now);
            }
        });
    }

    private static SimulatedDeploymentConditionWriter.RolloutProgress rolloutProgress(boolean done, boolean moved) {
        if (done) {
            return SimulatedDeploymentConditionWriter.RolloutProgress.DONE;
        }
        if (moved) {
            return SimulatedDeploymentConditionWriter.RolloutProgress.MOVED;
        }
        return SimulatedDeploymentConditionWriter.RolloutProgress.STILL;
    }

    private static int sumOf(List<ObjectNode> sets, String field) {
        return sets.stream().mapToInt(set -> set.path("status").path(field).asInt()).sum();
    }
}
