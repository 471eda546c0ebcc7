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
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.object.TemplateHash;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/** Rolls each Deployment out: a ReplicaSet for its template grows while those of older templates shrink. */
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

    public DeploymentController(ControlLoop loop, ControllerKinds kinds, KnownPods pods) {
        office = new WorkloadController(loop, kinds, pods, kinds.deployments(), "deployment-controller");
        claims = new SelectorAdoption(office.component(), kinds.replicaSets());
        loop.follow(kinds.replicaSets(), this::setChanged);
        office.open(this::reconcile);
    }

    private void setChanged(StoreChange.ChangeKind kind, ObjectNode set) {
        var key = new WorkloadController.OwnerKey(StoreJson.text(set, "metadata", "namespace"), name(set));
        var owner = PodCard.owner(set.path("metadata"));
        orphans.remove(key);
        if (kind == StoreChange.ChangeKind.DELETED) {
            sets.getOrDefault(owner, new LinkedHashSet<>()).remove(key.name());
        } else if (owner.isEmpty()) {
            orphans.add(key);
        } else {
            sets.computeIfAbsent(owner, _ -> new LinkedHashSet<>()).add(key.name());
        }
        office.look(owner, this::reconcile);
    }

    private void reconcile(ObjectNode deployment) throws ApiError {
        adopt(deployment);
        var old = new ArrayList<>(setsOf(deployment));
        var current = current(deployment, old);
        if (deployment.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        if (deployment.path("spec").path("paused").asBoolean()) {
            if (current != null) {
                old.remove(current);
                annotate(deployment, current);
            }
            scalePaused(deployment);
            report(deployment, old, current);
            return;
        }
        if (current == null) {
            current = begin(deployment, old);
        }
        old.remove(current);
        current = annotate(deployment, current);
        var rollout = new RolloutStep(deployment, current, old);
        for (var change : rollout.changes()) {
            scale(deployment, change.set(), change.replicas());
        }
        clean(deployment, old);
        report(deployment, setsBut(deployment, current), refresh(current));
    }

    /** One whose rollout is paused still has as many pods as it says, of the one set that has any. */
    private void scalePaused(ObjectNode deployment) throws ApiError {
        var active = setsOf(deployment).stream().filter(set -> ReplicaSets.wanted(set) > 0).toList();
        if (active.size() == 1) {
            scale(deployment, active.getFirst(), deployment.path("spec").path("replicas").asInt(1));
        }
    }

    /** Sets that another Deployment left behind, of the same name perhaps, are taken over. */
    private void adopt(ObjectNode deployment) throws ApiError {
        for (var key : List.copyOf(orphans)) {
            var set = office.component().find(office.kinds().replicaSets(), key.namespace(), key.name());
            if (set != null && !deployment.path("metadata").hasNonNull("deletionTimestamp")
                    && SelectorAdoption.adoptable(deployment, set)) {
                claims.adopt(deployment, set);
                orphans.remove(key);
                sets.computeIfAbsent(StoreJson.text(deployment, "metadata", "uid"), _ -> new LinkedHashSet<>())
                        .add(key.name());
            }
        }
    }

    private List<ObjectNode> setsOf(JsonNode deployment) {
        var uid = StoreJson.text(deployment, "metadata", "uid");
        var found = new ArrayList<ObjectNode>();
        for (var name : sets.getOrDefault(uid, Set.of())) {
            var set = office.component().find(office.kinds().replicaSets(),
                    StoreJson.text(deployment, "metadata", "namespace"), name);
            if (set != null && PodCard.owner(set.path("metadata")).equals(uid)) {
                found.add(set);
            }
        }
        return found;
    }

    private List<ObjectNode> setsBut(JsonNode deployment, ObjectNode current) {
        return setsOf(deployment).stream().filter(set -> !name(set).equals(name(current))).toList();
    }

    private ObjectNode refresh(ObjectNode set) {
        var fresh = office.component().find(office.kinds().replicaSets(), StoreJson.text(set, "metadata", "namespace"),
                name(set));
        return fresh == null ? set : fresh;
    }

    private static String name(JsonNode object) {
        return StoreJson.text(object, "metadata", "name");
    }

    /** The set whose template is the Deployment's. */
    private static @Nullable ObjectNode current(JsonNode deployment, List<ObjectNode> sets) {
        var hash = TemplateHash.of(deployment.path("spec").path("template"));
        for (var set : sets) {
            var template = set.path("spec").path("template").<ObjectNode>deepCopy();
            if (template.path("metadata").path("labels") instanceof ObjectNode labels) {
                labels.remove(HASH);
            }
            if (TemplateHash.of(template).equals(hash)) {
                return set;
            }
        }
        return null;
    }

    private ObjectNode begin(ObjectNode deployment, List<ObjectNode> old) throws ApiError {
        var template = deployment.path("spec").path("template").<ObjectNode>deepCopy();
        var hash = TemplateHash.of(template);
        StoreJson.child(StoreJson.child(template, "metadata"), "labels").put(HASH, hash);
        var set = StoreJson.object().put("kind", "ReplicaSet").put("apiVersion", "apps/v1");
        var metadata = set.putObject("metadata").put("name", name(deployment) + "-" + hash).put("namespace",
                StoreJson.text(deployment, "metadata", "namespace"));
        metadata.set("labels", template.path("metadata").path("labels").deepCopy());
        mark(metadata.putObject("annotations"), deployment, nextRevision(old));
        PodBlueprint.own(metadata, deployment);
        int replicas = RolloutStep.first(deployment, old);
        var spec = set.putObject("spec").put("replicas", replicas);
        spec.set("selector", deployment.path("spec").path("selector").deepCopy());
        StoreJson.child(StoreJson.child(spec, "selector"), "matchLabels").put(HASH, hash);
        spec.set("template", template);
        var made = office.component().create(office.kinds().replicaSets(), set);
        sets.computeIfAbsent(StoreJson.text(deployment, "metadata", "uid"), _ -> new LinkedHashSet<>()).add(name(made));
        if (replicas > 0) {
            tellScaled(deployment, made, 0, replicas);
        }
        return made;
    }

    private static void mark(ObjectNode annotations, JsonNode deployment, long revision) {
        int replicas = deployment.path("spec").path("replicas").asInt(1);
        annotations.put(DESIRED, Integer.toString(replicas))
                .put(MOST, Integer.toString(replicas + RolloutStep.surge(deployment)))
                .put(REVISION, Long.toString(revision));
    }

    private void tellScaled(ObjectNode deployment, ObjectNode set, int before, int after) {
        office.component().tell(office.kinds().deployments(), deployment,
                EventNote.normal("ScalingReplicaSet", "Scaled %s replica set %s from %d to %d"
                        .formatted(after > before ? "up" : "down", name(set), before, after)));
    }

    private static long nextRevision(List<ObjectNode> sets) {
        return 1 + sets.stream().mapToLong(DeploymentController::revision).max().orElse(0);
    }

    private static long revision(JsonNode set) {
        return set.path("metadata").path("annotations").path(REVISION).asLong();
    }

    /** An old set that becomes current again gets a new revision; the Deployment tells which is current. */
    private ObjectNode annotate(ObjectNode deployment, ObjectNode current) throws ApiError {
        var others = setsBut(deployment, current);
        long revision = Math.max(revision(current), nextRevision(others));
        var component = office.component();
        if (revision(deployment) != revision) {
            component.editBeside(office.kinds().deployments(), deployment, object -> StoreJson
                    .child(StoreJson.child(object, "metadata"), "annotations").put(REVISION, Long.toString(revision)));
        }
        var marks = StoreJson.object();
        mark(marks, deployment, revision);
        boolean marked = marks.properties().stream()
                .allMatch(mark -> mark.getValue().equals(current.at("/metadata/annotations").path(mark.getKey())));
        return marked ? current
                : component.edit(office.kinds().replicaSets(), current,
                        object -> StoreJson.child(StoreJson.child(object, "metadata"), "annotations").setAll(marks));
    }

    private void scale(ObjectNode deployment, ObjectNode set, int replicas) throws ApiError {
        int before = ReplicaSets.wanted(set);
        if (before == replicas) {
            return;
        }
        office.component().edit(office.kinds().replicaSets(), set,
                object -> StoreJson.child(object, "spec").put("replicas", replicas));
        tellScaled(deployment, set, before, replicas);
    }

    /** Forgets old sets beyond those that may be wanted for going back. */
    private void clean(ObjectNode deployment, List<ObjectNode> old) throws ApiError {
        int kept = deployment.path("spec").path("revisionHistoryLimit").asInt(10);
        var idle = old.stream().filter(set -> ReplicaSets.wanted(set) == 0
                && set.path("status").path("replicas").asInt() == 0)
                .sorted(Comparator.comparingLong(DeploymentController::revision).reversed()).skip(kept).toList();
        for (var set : idle) {
            office.component().delete(office.kinds().replicaSets(), set, DeleteOptions.USUAL);
        }
    }

    private void report(ObjectNode deployment, List<ObjectNode> old, @Nullable ObjectNode current) throws ApiError {
        var all = new ArrayList<>(old);
        if (current != null) {
            all.add(current);
        }
        var uid = StoreJson.text(deployment, "metadata", "uid");
        int wanted = ReplicaSets.wanted(deployment);
        int total = sum(all, "replicas");
        int available = sum(all, "availableReplicas");
        int updated = current == null ? 0 : sum(List.of(current), "replicas");
        var now = office.component().now();
        office.component().editStatus(office.kinds().deployments(), deployment, status -> {
            boolean moved = updated > status.path("updatedReplicas").asInt()
                    || available > status.path("availableReplicas").asInt()
                    || total - updated < status.path("replicas").asInt() - status.path("updatedReplicas").asInt();
            status.put("observedGeneration", deployment.path("metadata").path("generation").asLong());
            OwnerStatuses.count(status, "replicas", total);
            OwnerStatuses.count(status, "updatedReplicas", updated);
            OwnerStatuses.count(status, "readyReplicas", sum(all, "readyReplicas"));
            OwnerStatuses.count(status, "availableReplicas", available);
            OwnerStatuses.count(status, "unavailableReplicas", Math.max(0, Math.max(total, wanted) - available));
            status.put("terminatingReplicas", sum(all, "terminatingReplicas"));
            boolean enough = available >= wanted - RolloutStep.unavailable(deployment);
            DeploymentProgress.timed(OwnerStatuses.condition(status, "Available", enough,
                    enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable", now), now)
                    .put("message", enough
                            ? "Deployment has minimum availability."
                            : "Deployment does not have minimum availability.");
            if (current != null) {
                boolean done = updated == wanted && available >= wanted && total == wanted;
                var pace = done ? DeploymentProgress.RolloutPace.DONE
                        : moved ? DeploymentProgress.RolloutPace.MOVED : DeploymentProgress.RolloutPace.STILL;
                DeploymentProgress.progress(status, deployment, name(current), pace, now)
                        .ifPresent(deadline -> office.loop()
                                .after(deadline, () -> office.look(uid, this::reconcile)));
                DeploymentProgress.failure(status, current, now);
            }
        });
    }

    private static int sum(List<ObjectNode> sets, String field) {
        return sets.stream().mapToInt(set -> set.path("status").path(field).asInt()).sum();
    }
}
