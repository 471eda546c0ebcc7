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
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.object.TemplateHash;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/** Controller of Deployment rollouts: the ReplicaSet of the current template grows while older ones shrink. */
public final class DeploymentController {

    static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    private static final String MOST = "deployment.kubernetes.io/max-replicas";
    private static final String HASH = "pod-template-hash";

    private final WorkloadController office;
    /** Names of ReplicaSets by the uid of the Deployment. */
    private final Map<String, Set<String>> sets = new HashMap<>();
    private final Set<WorkloadController.OwnerKey> orphans = new LinkedHashSet<>();
    private final SelectorAdoption claims;

    public DeploymentController(ControlLoop loop, ControllerKinds kinds, ControllerPodCache pods) {
        office = new WorkloadController(loop, kinds, pods, kinds.deployments(), "deployment-controller");
        claims = new SelectorAdoption(office.component(), kinds.replicaSets());
        loop.follow(kinds.replicaSets(), this::replicaSetChanged);
        office.followOwners(this::reconcile);
    }

    private void replicaSetChanged(StoreChange.ChangeKind kind, ObjectNode set) {
        var key = new WorkloadController.OwnerKey(StoreJson.textAt(set, "metadata", "namespace"), nameOf(set));
        var owner = CachedPod.ownerUid(set.path("metadata"));
        orphans.remove(key);
        if (kind == StoreChange.ChangeKind.DELETED) {
            sets.getOrDefault(owner, new LinkedHashSet<>()).remove(key.name());
        } else if (owner.isEmpty()) {
            orphans.add(key);
        } else {
            sets.computeIfAbsent(owner, _ -> new LinkedHashSet<>()).add(key.name());
        }
        office.schedule(owner, this::reconcile);
    }

    private void reconcile(ObjectNode deployment) throws ApiError {
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
        var rollout = new RolloutStep(deployment, current, old);
        for (var change : rollout.changes()) {
            scaleSet(deployment, change.set(), change.replicas());
        }
        deleteOldSets(deployment, old);
        writeStatus(deployment, setsExcept(deployment, current), refresh(current));
    }

    /** Scales a Deployment with a paused rollout through the one set that has pods. */
    private void scalePaused(ObjectNode deployment) throws ApiError {
        var active = setsOf(deployment).stream().filter(set -> ReplicaSetController.desiredReplicas(set) > 0).toList();
        if (active.size() == 1) {
            scaleSet(deployment, active.getFirst(), deployment.path("spec").path("replicas").asInt(1));
        }
    }

    /** Adopts matching sets that another Deployment left behind. */
    private void adoptSets(ObjectNode deployment) throws ApiError {
        for (var key : List.copyOf(orphans)) {
            var set = office.component().find(office.kinds().replicaSets(), key.namespace(), key.name());
            if (set != null && !deployment.path("metadata").hasNonNull("deletionTimestamp")
                    && SelectorAdoption.isAdoptable(deployment, set)) {
                claims.adopt(deployment, set);
                orphans.remove(key);
                sets.computeIfAbsent(StoreJson.textAt(deployment, "metadata", "uid"), _ -> new LinkedHashSet<>())
                        .add(key.name());
            }
        }
    }

    private List<ObjectNode> setsOf(JsonNode deployment) {
        var uid = StoreJson.textAt(deployment, "metadata", "uid");
        var found = new ArrayList<ObjectNode>();
        for (var name : sets.getOrDefault(uid, Set.of())) {
            var set = office.component().find(office.kinds().replicaSets(),
                    StoreJson.textAt(deployment, "metadata", "namespace"), name);
            if (set != null && CachedPod.ownerUid(set.path("metadata")).equals(uid)) {
                found.add(set);
            }
        }
        return found;
    }

    private List<ObjectNode> setsExcept(JsonNode deployment, ObjectNode current) {
        return setsOf(deployment).stream().filter(set -> !nameOf(set).equals(nameOf(current))).toList();
    }

    private ObjectNode refresh(ObjectNode set) {
        var fresh = office.component().find(office.kinds().replicaSets(),
                StoreJson.textAt(set, "metadata", "namespace"),
                nameOf(set));
        return fresh == null ? set : fresh;
    }

    private static String nameOf(JsonNode object) {
        return StoreJson.textAt(object, "metadata", "name");
    }

    /** Returns the set whose template equals the Deployment's. */
    private static @Nullable ObjectNode currentSet(JsonNode deployment, List<ObjectNode> sets) {
        var hash = TemplateHash.revisionName(deployment.path("spec").path("template"));
        for (var set : sets) {
            var template = set.path("spec").path("template").<ObjectNode>deepCopy();
            if (template.path("metadata").path("labels") instanceof ObjectNode labels) {
                labels.remove(HASH);
            }
            if (TemplateHash.revisionName(template).equals(hash)) {
                return set;
            }
        }
        return null;
    }

    private ObjectNode createSet(ObjectNode deployment, List<ObjectNode> old) throws ApiError {
        var template = deployment.path("spec").path("template").<ObjectNode>deepCopy();
        var hash = TemplateHash.revisionName(template);
        StoreJson.childObject(StoreJson.childObject(template, "metadata"), "labels").put(HASH, hash);
        var set = StoreJson.newObject().put("kind", "ReplicaSet").put("apiVersion", "apps/v1");
        var metadata = set.putObject("metadata").put("name", nameOf(deployment) + "-" + hash).put("namespace",
                StoreJson.textAt(deployment, "metadata", "namespace"));
        metadata.set("labels", template.path("metadata").path("labels").deepCopy());
        putAnnotations(metadata.putObject("annotations"), deployment, nextRevision(old));
        PodBlueprint.addOwner(metadata, deployment);
        int replicas = RolloutStep.initialReplicas(deployment, old);
        var spec = set.putObject("spec").put("replicas", replicas);
        spec.set("selector", deployment.path("spec").path("selector").deepCopy());
        StoreJson.childObject(StoreJson.childObject(spec, "selector"), "matchLabels").put(HASH, hash);
        spec.set("template", template);
        var made = office.component().create(office.kinds().replicaSets(), set);
        sets.computeIfAbsent(StoreJson.textAt(deployment, "metadata", "uid"), _ -> new LinkedHashSet<>())
                .add(nameOf(made));
        if (replicas > 0) {
            recordScaling(deployment, made, 0, replicas);
        }
        return made;
    }

    private static void putAnnotations(ObjectNode annotations, JsonNode deployment, long revision) {
        int replicas = deployment.path("spec").path("replicas").asInt(1);
        annotations.put(DESIRED, Integer.toString(replicas))
                .put(MOST, Integer.toString(replicas + RolloutStep.maxSurge(deployment)))
                .put(REVISION, Long.toString(revision));
    }

    private void recordScaling(ObjectNode deployment, ObjectNode set, int before, int after) {
        office.component().recordEvent(office.kinds().deployments(), deployment,
                EventNote.normalEvent("ScalingReplicaSet", "Scaled %s replica set %s from %d to %d"
                        .formatted(after > before ? "up" : "down", nameOf(set), before, after)));
    }

    private static long nextRevision(List<ObjectNode> sets) {
        return 1 + sets.stream().mapToLong(DeploymentController::revisionOf).max().orElse(0);
    }

    private static long revisionOf(JsonNode set) {
        return set.path("metadata").path("annotations").path(REVISION).asLong();
    }

    /** Updates the revision annotations; an old set that becomes current again gets a new revision. */
    private ObjectNode annotate(ObjectNode deployment, ObjectNode current) throws ApiError {
        var others = setsExcept(deployment, current);
        long revision = Math.max(revisionOf(current), nextRevision(others));
        var component = office.component();
        if (revisionOf(deployment) != revision) {
            component.editThroughStatus(office.kinds().deployments(), deployment, object -> StoreJson
                    .childObject(StoreJson.childObject(object, "metadata"), "annotations")
                    .put(REVISION, Long.toString(revision)));
        }
        var marks = StoreJson.newObject();
        putAnnotations(marks, deployment, revision);
        boolean marked = marks.properties().stream()
                .allMatch(mark -> mark.getValue().equals(current.at("/metadata/annotations").path(mark.getKey())));
        return marked ? current
                : component.edit(office.kinds().replicaSets(), current,
                        object -> StoreJson.childObject(StoreJson.childObject(object, "metadata"), "annotations")
                                .setAll(marks));
    }

    private void scaleSet(ObjectNode deployment, ObjectNode set, int replicas) throws ApiError {
        int before = ReplicaSetController.desiredReplicas(set);
        if (before == replicas) {
            return;
        }
        office.component().edit(office.kinds().replicaSets(), set,
                object -> StoreJson.childObject(object, "spec").put("replicas", replicas));
        recordScaling(deployment, set, before, replicas);
    }

    /** Deletes old sets beyond the revision history limit. */
    private void deleteOldSets(ObjectNode deployment, List<ObjectNode> old) throws ApiError {
        int kept = deployment.path("spec").path("revisionHistoryLimit").asInt(10);
        var idle = old.stream().filter(set -> ReplicaSetController.desiredReplicas(set) == 0
                && set.path("status").path("replicas").asInt() == 0)
                .sorted(Comparator.comparingLong(DeploymentController::revisionOf).reversed()).skip(kept).toList();
        for (var set : idle) {
            office.component().delete(office.kinds().replicaSets(), set, DeleteOptions.USUAL);
        }
    }

    private void writeStatus(ObjectNode deployment, List<ObjectNode> old, @Nullable ObjectNode current)
            throws ApiError {
        var all = new ArrayList<>(old);
        if (current != null) {
            all.add(current);
        }
        var uid = StoreJson.textAt(deployment, "metadata", "uid");
        int wanted = ReplicaSetController.desiredReplicas(deployment);
        int total = sumOf(all, "replicas");
        int available = sumOf(all, "availableReplicas");
        int updated = current == null ? 0 : sumOf(List.of(current), "replicas");
        var now = office.component().now();
        office.component().editStatus(office.kinds().deployments(), deployment, status -> {
            boolean moved = updated > status.path("updatedReplicas").asInt()
                    || available > status.path("availableReplicas").asInt()
                    || total - updated < status.path("replicas").asInt() - status.path("updatedReplicas").asInt();
            status.put("observedGeneration", deployment.path("metadata").path("generation").asLong());
            OwnerStatuses.putCount(status, "replicas", total);
            OwnerStatuses.putCount(status, "updatedReplicas", updated);
            OwnerStatuses.putCount(status, "readyReplicas", sumOf(all, "readyReplicas"));
            OwnerStatuses.putCount(status, "availableReplicas", available);
            OwnerStatuses.putCount(status, "unavailableReplicas", Math.max(0, Math.max(total, wanted) - available));
            status.put("terminatingReplicas", sumOf(all, "terminatingReplicas"));
            boolean enough = available >= wanted - RolloutStep.maxUnavailable(deployment);
            DeploymentConditions.withUpdateTime(OwnerStatuses.setCondition(status, "Available", enough,
                    enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable", now), now)
                    .put("message", enough
                            ? "Deployment has minimum availability."
                            : "Deployment does not have minimum availability.");
            if (current != null) {
                boolean done = updated == wanted && available >= wanted && total == wanted;
                var pace = done ? DeploymentConditions.RolloutPace.DONE
                        : moved ? DeploymentConditions.RolloutPace.MOVED : DeploymentConditions.RolloutPace.STILL;
                DeploymentConditions.updateProgress(status, deployment, nameOf(current), pace, now)
                        .ifPresent(deadline -> office.loop()
                                .runAfter(deadline, () -> office.schedule(uid, this::reconcile)));
                DeploymentConditions.updateReplicaFailure(status, current, now);
            }
        });
    }

    private static int sumOf(List<ObjectNode> sets, String field) {
        return sets.stream().mapToInt(set -> set.path("status").path(field).asInt()).sum();
    }
}
