package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/**
 * Controllers of custom training and serving kinds: objects of an installed kind get pods, and lose them while suspended. Objects that were there before the cluster began to live have the pods that
 * they came with until one of these goes, or somebody suspends them.
 */
public final class TrainingJobControllers {

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final ControllerPodCache pods;
    private final List<TrainingPodLayout> crews = TrainingPodLayout.readAll();
    private final Set<String> followed = new HashSet<>();
    private final Set<String> touched = new HashSet<>();
    private final Map<String, Map<String, WorkloadController.OwnerKey>> jobs = new HashMap<>();
    private final Instant begun;

    public TrainingJobControllers(ControlLoop loop, ControllerKinds kinds, ControllerPodCache pods) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        begun = loop.clock().instant().truncatedTo(ChronoUnit.SECONDS);
        loop.follow(kinds.jobs(), this::jobChanged);
        pods.addListener((before, after) -> {
            if (before != null && before.isActive() && (after == null || !after.isActive())) {
                touched.add(before.ownerUid());
            }
        });
        followKinds();
        loop.follow(loop.objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> loop.schedule(this, this::followKinds));
    }

    private void followKinds() {
        for (var crew : crews) {
            var type = loop.objects().catalog().findByKind(crew.apiVersion(), crew.kindName());
            if (type != null && followed.add(type.tableKey())) {
                var office = new WorkloadController(loop, kinds, pods, type, crew.controller());
                office.followOwners(owner -> reconcile(crew, type, office, owner));
            }
        }
    }

    private void reconcile(TrainingPodLayout crew, ResourceType type, WorkloadController office, ObjectNode owner)
            throws ApiError {
        var uid = StoreJson.textAt(owner, "metadata", "uid");
        boolean suspended = TrainingOwnerStatus.isSuspended(owner);
        if (owner.path("metadata").hasNonNull("deletionTimestamp") || TrainingOwnerStatus.isOver(owner)
                || (Instant.parse(StoreJson.textAt(owner, "metadata", "creationTimestamp")).isBefore(begun)
                        && !suspended
                        && !touched.contains(uid))) {
            return;
        }
        touched.add(uid);
        var between = jobs.getOrDefault(uid, Map.of());
        for (var job : between.values()) {
            suspendJob(office, job, suspended);
        }
        if (between.isEmpty()) {
            scalePods(crew, type, office, owner);
        }
        if (type.hasStatus()) {
            office.component().editStatus(type, owner, new TrainingOwnerStatus(owner, suspended, office.podsOf(owner),
                    office.component().now())::writeStatus);
        }
    }

    /** Creates missing pods and deletes surplus ones. */
    private void scalePods(TrainingPodLayout crew, ResourceType type, WorkloadController office, ObjectNode owner)
            throws ApiError {
        var wanted = TrainingOwnerStatus.isSuspended(owner) ? Map.<String, ObjectNode>of() : crew.podsOf(owner);
        for (var pod : office.podsOf(owner)) {
            if (!pod.deleting() && (!wanted.containsKey(pod.name()) || isRetried(crew, office, owner, pod))) {
                office.deletePod(owner, pod);
            }
        }
        var there = office.podsOf(owner).stream().map(CachedPod::name).collect(Collectors.toSet());
        for (var pod : wanted.entrySet()) {
            if (!there.contains(pod.getKey()) && office.createPod(owner, pod.getValue(), again -> reconcile(crew, type,
                    office, again)) == null) {
                break;
            }
        }
    }

    private boolean isRetried(TrainingPodLayout crew, WorkloadController office, ObjectNode owner, CachedPod card) {
        var pod = card.phase().equals("Failed")
                ? office.component().find(kinds.pods(), card.namespace(), card.name())
                : null;
        return pod != null && crew.isRetried(owner, pod);
    }

    /** Suspends or resumes the Job between the object and its pods. */
    private void suspendJob(WorkloadController office, WorkloadController.OwnerKey key, boolean suspended)
            throws ApiError {
        var job = office.component().find(kinds.jobs(), key.namespace(), key.name());
        if (job != null && job.path("spec").path("suspend").asBoolean() != suspended
                && !OwnerStatuses.hasTrueCondition(job, "Complete") && !OwnerStatuses.hasTrueCondition(job, "Failed")) {
            office.component().edit(kinds.jobs(), job,
                    object -> StoreJson.childObject(object, "spec").put("suspend", suspended));
        }
    }

    private void jobChanged(StoreChange.ChangeKind kind, ObjectNode job) {
        var owner = CachedPod.ownerUid(job.path("metadata"));
        if (owner.isEmpty()) {
            return;
        }
        var uid = StoreJson.textAt(job, "metadata", "uid");
        var of = jobs.computeIfAbsent(owner, _ -> new HashMap<>());
        if (kind == StoreChange.ChangeKind.DELETED) {
            of.remove(uid);
        } else {
            of.put(uid, new WorkloadController.OwnerKey(StoreJson.textAt(job, "metadata", "namespace"),
                    StoreJson.textAt(job, "metadata", "name")));
        }
        if (of.isEmpty()) {
            jobs.remove(owner);
        }
    }
}
