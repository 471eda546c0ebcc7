package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.demo.control.loop.SimulatedCachedPod;
import tessera.demo.control.loop.SimulatedControllerContext;
import tessera.demo.control.workload.SimulatedWorkloadController.WorkloadKey;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/**
 * Controller of a custom training or serving kind: its objects get pods, and lose them while suspended. Objects that
 * were there before the cluster began to live have the pods that they came with until one of these goes, or somebody
 * suspends them.
 */
public final class SimulatedTrainingJobController extends SimulatedWorkloadController {

    private final SimulatedTrainingKindDefinition kind;
    private final SharedTrainingState shared;

    /**
     * What the controllers of all kinds share.
     *
     * @param touched uids of objects whose pods are made here
     * @param jobs    the Jobs between objects and their pods, by uid, by the uid of the object
     */
    private record SharedTrainingState(Instant startedAt, Set<String> touched,
            Map<String, Map<String, WorkloadKey>> jobs) {}

    private SimulatedTrainingJobController(SimulatedControllerContext context, SimulatedTrainingKindDefinition kind,
            SimulatedResourceType type, SharedTrainingState shared) {
        super(context, type, kind.controller());
        this.kind = kind;
        this.shared = shared;
        followOwners();
    }

    /** Sets up a controller of each kind, as soon as it is served. */
    public static void followKinds(SimulatedControllerContext context) {
        var loop = context.loop();
        var shared = new SharedTrainingState(loop.clock().instant().truncatedTo(ChronoUnit.SECONDS), new HashSet<>(),
                new HashMap<>());
        loop.follow(context.types().jobs(), (change, job) -> jobChanged(shared, change, job));
        context.pods().addListener((before, after) -> {
            if (before != null && before.isActive() && (after == null || !after.isActive())) {
                shared.touched().add(before.ownerUid());
            }
        });
        for (var kind : SimulatedTrainingKindDefinition.readAll()) {
            loop.whenServed(kind.apiVersion(), kind.kindName(),
                    type -> new SimulatedTrainingJobController(context, kind, type, shared));
        }
    }

    private static void jobChanged(SharedTrainingState shared, WatchEventType change, ObjectNode job) {
        var owner = SimulatedMetadata.controllerUid(job);
        if (owner.isEmpty()) {
            return;
        }
        var between = shared.jobs().computeIfAbsent(owner, _ -> new HashMap<>());
        if (change == WatchEventType.DELETED) {
            between.remove(SimulatedMetadata.uidOf(job));
        } else {
            between.put(SimulatedMetadata.uidOf(job), WorkloadKey.of(job));
        }
        if (between.isEmpty()) {
            shared.jobs().remove(owner);
        }
    }

    @Override
    void reconcile(ObjectNode owner) throws SimulatedApiException {
        var uid = SimulatedMetadata.uidOf(owner);
        boolean suspended = SimulatedTrainingObjectStatusWriter.isSuspended(owner);
        boolean old = Instant.parse(owner.path("metadata").path("creationTimestamp").asText(""))
                .isBefore(shared.startedAt());
        if (SimulatedTrainingObjectStatusWriter.isOver(owner)
                || (old && !suspended && !shared.touched().contains(uid))) {
            return;
        }
        shared.touched().add(uid);
        var between = shared.jobs().getOrDefault(uid, Map.of());
        for (var job : between.values()) {
            suspendJob(job, suspended);
        }
        if (between.isEmpty()) {
            scalePods(owner, suspended);
        }
        if (type.hasStatus()) {
            editStatus(owner, new SimulatedTrainingObjectStatusWriter(owner, suspended, podsOf(owner),
                    component.now())::writeStatus);
        }
    }

    /** Creates missing pods and deletes surplus ones. */
    private void scalePods(ObjectNode owner, boolean suspended) throws SimulatedApiException {
        var wanted = suspended ? Map.<String, ObjectNode>of() : kind.podsOf(owner);
        for (var pod : podsOf(owner)) {
            if (!pod.deleting() && (!wanted.containsKey(pod.name()) || isRetried(owner, pod))) {
                deletePod(owner, pod);
            }
        }
        var there = podsOf(owner).stream().map(SimulatedCachedPod::name).collect(Collectors.toSet());
        for (var pod : wanted.entrySet()) {
            if (!there.contains(pod.getKey()) && !createPod(owner, pod.getValue())) {
                break;
            }
        }
    }

    private boolean isRetried(ObjectNode owner, SimulatedCachedPod cachedPod) {
        var pod = cachedPod.phase().equals("Failed") ? component.findPod(cachedPod) : null;
        return pod != null && kind.isRetried(owner, pod);
    }

    /** Suspends or resumes the Job between the object and its pods. */
    private void suspendJob(WorkloadKey key, boolean suspended) throws SimulatedApiException {
        var job = component.find(types.jobs(), key.namespace(), key.name());
        if (job != null && job.path("spec").path("suspend").asBoolean() != suspended && !isJobOver(job)) {
            component.edit(types.jobs(), job, draft -> draft.withObjectProperty("spec").put("suspend", suspended));
        }
    }
}
