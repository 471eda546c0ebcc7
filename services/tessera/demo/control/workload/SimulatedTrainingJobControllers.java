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
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;

/**
 * Controllers of custom training and serving kinds: objects of an installed kind get pods, and lose them while suspended. Objects that were there before the cluster began to live have the pods that
 * they came with until one of these goes, or somebody suspends them.
 */
public final class SimulatedTrainingJobControllers {

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControllerPodCache pods;
    private final List<SimulatedTrainingKindDefinition> crews = SimulatedTrainingKindDefinition.readAll();
    private final Set<String> followed = new HashSet<>();
    private final Set<String> touched = new HashSet<>();
    private final Map<String, Map<String, SimulatedCommonWorkloadController.WorkloadKey>> jobs = new HashMap<>();
    private final Instant startedAt;

    public SimulatedTrainingJobControllers(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            SimulatedControllerPodCache pods) {
        this.loop = loop;
        this.types = types;
        this.pods = pods;
        startedAt = loop.clock().instant().truncatedTo(ChronoUnit.SECONDS);
        loop.follow(types.jobs(), this::jobChanged);
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
                var controller = new SimulatedCommonWorkloadController(loop, types, pods, type, crew.controller());
                controller.followOwners(owner -> reconcile(crew, type, controller, owner));
            }
        }
    }

    private void reconcile(SimulatedTrainingKindDefinition crew, SimulatedResourceType type,
            SimulatedCommonWorkloadController controller,
            ObjectNode owner)
            throws SimulatedApiException {
        var uid = SimulatedStoreJsonCodec.textAt(owner, "metadata", "uid");
        boolean suspended = SimulatedTrainingObjectStatusWriter.isSuspended(owner);
        if (owner.path("metadata").hasNonNull("deletionTimestamp") || SimulatedTrainingObjectStatusWriter.isOver(owner)
                || (Instant.parse(SimulatedStoreJsonCodec.textAt(owner, "metadata", "creationTimestamp"))
                        .isBefore(startedAt)
                        && !suspended
                        && !touched.contains(uid))) {
            return;
        }
        touched.add(uid);
        var between = jobs.getOrDefault(uid, Map.of());
        for (var job : between.values()) {
            suspendJob(controller, job, suspended);
        }
        if (between.isEmpty()) {
            scalePods(crew, type, controller, owner);
        }
        if (type.hasStatus()) {
            controller.component().editStatus(type, owner,
                    new SimulatedTrainingObjectStatusWriter(owner, suspended, controller.podsOf(owner),
                            controller.component().now())::writeStatus);
        }
    }

    /** Creates missing pods and deletes surplus ones. */
    private void scalePods(SimulatedTrainingKindDefinition crew, SimulatedResourceType type,
            SimulatedCommonWorkloadController controller,
            ObjectNode owner)
            throws SimulatedApiException {
        var wanted = SimulatedTrainingObjectStatusWriter.isSuspended(owner) ? Map.<String, ObjectNode>of()
                : crew.podsOf(owner);
        for (var pod : controller.podsOf(owner)) {
            if (!pod.deleting() && (!wanted.containsKey(pod.name()) || isRetried(crew, controller, owner, pod))) {
                controller.deletePod(owner, pod);
            }
        }
        var there = controller.podsOf(owner).stream().map(SimulatedControllerCachedPod::name)
                .collect(Collectors.toSet());
        for (var pod : wanted.entrySet()) {
            if (!there.contains(pod.getKey())
                    && controller.createPod(owner, pod.getValue(), again -> reconcile(crew, type,
                            controller, again)) == null) {
                break;
            }
        }
    }

    private boolean isRetried(SimulatedTrainingKindDefinition crew, SimulatedCommonWorkloadController controller,
            ObjectNode owner,
            SimulatedControllerCachedPod cachedPod) {
        var pod = cachedPod.phase().equals("Failed")
                ? controller.component().find(types.pods(), cachedPod.namespace(), cachedPod.name())
                : null;
        return pod != null && crew.isRetried(owner, pod);
    }

    /** Suspends or resumes the Job between the object and its pods. */
    private void suspendJob(SimulatedCommonWorkloadController controller,
            SimulatedCommonWorkloadController.WorkloadKey key,
            boolean suspended)
            throws SimulatedApiException {
        var job = controller.component().find(types.jobs(), key.namespace(), key.name());
        if (job != null && job.path("spec").path("suspend").asBoolean() != suspended
                && !SimulatedOwnerStatusWriter.hasTrueCondition(job, "Complete")
                && !SimulatedOwnerStatusWriter.hasTrueCondition(job, "Failed")) {
            controller.component().edit(types.jobs(), job,
                    object -> SimulatedStoreJsonCodec.childObject(object, "spec").put("suspend", suspended));
        }
    }

    private void jobChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode job) {
        var owner = SimulatedControllerCachedPod.ownerUid(job.path("metadata"));
        if (owner.isEmpty()) {
            return;
        }
        var uid = SimulatedStoreJsonCodec.textAt(job, "metadata", "uid");
        var of = jobs.computeIfAbsent(owner, _ -> new HashMap<>());
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
            of.remove(uid);
        } else {
            of.put(uid,
                    new SimulatedCommonWorkloadController.WorkloadKey(
                            SimulatedStoreJsonCodec.textAt(job, "metadata", "namespace"),
                            SimulatedStoreJsonCodec.textAt(job, "metadata", "name")));
        }
        if (of.isEmpty()) {
            jobs.remove(owner);
        }
    }
}
