package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedPodStatus;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.schedule.SimulatedScheduler;
import tessera.demo.schedule.SimulatedSchedulerCache;
import tessera.demo.schedule.SimulatedSchedulerConditionEventFactory;
import tessera.demo.schedule.SimulatedSchedulingDecision.AwaitingClaimsDecision;
import tessera.demo.schedule.SimulatedSchedulingDecision.BindDecision;
import tessera.demo.schedule.SimulatedSchedulingDecision.GatedDecision;
import tessera.demo.schedule.SimulatedSchedulingDecision.IgnoreDecision;
import tessera.demo.schedule.SimulatedSchedulingDecision.PreemptionDecision;
import tessera.demo.schedule.SimulatedSchedulingDecision.UnschedulableDecision;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.dra.ClaimDeviceAllocation;
import tessera.kube.scheduling.VolumeClaimMount;

/** The scheduler's queue: takes waiting pods by priority, and retries them after helpful changes. */
public final class SimulatedSchedulingQueue extends SimulatedController {

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(10);
    /** After so long a pod is tried again even if nothing was heard that could help. */
    private static final Duration SECOND_THOUGHTS = Duration.ofMinutes(5);
    private static final String TURN = "placer";
    private static final String SCHEDULED = "PodScheduled";
    private static final String VOLUMES = "persistentVolumeClaim";
    private static final String DEVICES = "resourceClaim";

    private final SimulatedSchedulerConditionEventFactory records = new SimulatedSchedulerConditionEventFactory(
            "control-01");
    private final SimulatedSchedulerCache view = new SimulatedSchedulerCache();
    private final SimulatedScheduler scheduler = new SimulatedScheduler(view);
    private final Map<String, QueuedPod> queuedPods = new LinkedHashMap<>();
    private final Map<String, String> nodeTraits = new HashMap<>();
    /** Where pods that hold room are. */
    private final Map<String, String> nodesByPod = new HashMap<>();
    /** Nodes that may have got room since the waiting pods were last asked. */
    private final Set<String> freed = new HashSet<>();

    /** A pod without a node, and the time of its next attempt. */
    private static final class QueuedPod {

        private final String namespace;
        private final String name;
        private String spec = "";
        private int priority;
        private int tries;
        private boolean ready = true;
        private Instant notBefore = Instant.MIN;

        private QueuedPod(String namespace, String name) {
            this.namespace = namespace;
            this.name = name;
        }
    }

    public SimulatedSchedulingQueue(SimulatedControllerContext context) {
        super(context, "kube-scheduler", SimulatedScheduler.NAME);
        var claims = view.volumeClaims();
        Runnable retryVolumes = () -> retryMentioning(VOLUMES);
        follow(types.storageClasses(), claims::putStorageClass, (_, name) -> claims.removeStorageClass(name),
                retryVolumes);
        follow(types.volumes(), claims::putVolume, (_, name) -> claims.removeVolume(name), retryVolumes);
        follow(types.claims(), claims::putClaim, claims::removeClaim, retryVolumes);
        var devices = view.deviceState();
        Runnable retryDevices = () -> retryMentioning(DEVICES);
        follow(types.deviceClasses(), devices::putClass, (_, name) -> devices.removeClass(name), retryDevices);
        follow(types.slices(), devices::putSlice, (_, name) -> devices.removeSlice(name), retryDevices);
        follow(types.deviceClaims(), devices::putClaim, devices::removeClaim, retryDevices);
        follow(types.namespaces(), view::putNamespace, (_, name) -> view.removeNamespace(name), () -> {});
        follow(types.budgets(), view::putDisruptionBudget, view::removeDisruptionBudget, () -> {});
        loop.follow(types.nodes(), this::nodeChanged);
        loop.follow(types.pods(), this::podChanged);
        loop.runEvery(SECOND_THOUGHTS, () -> retryAll());
    }

    private void nodeChanged(WatchEventType kind, ObjectNode node) {
        var name = SimulatedMetadata.nameOf(node);
        if (kind == WatchEventType.DELETED) {
            view.removeNode(name);
            nodeTraits.remove(name);
            return;
        }
        var trait = node.path("metadata").path("labels") + "" + node.path("spec")
                + node.path("status").path("allocatable");
        if (!trait.equals(nodeTraits.put(name, trait))) {
            view.putNode(node);
            scheduleRetry(name);
        }
    }

    private void podChanged(WatchEventType kind, ObjectNode pod) {
        var uid = SimulatedMetadata.uidOf(pod);
        var place = pod.path("spec").path("nodeName").asText("");
        if (kind == WatchEventType.DELETED) {
            view.removePod(uid);
            queuedPods.remove(uid);
        } else {
            view.putPod(pod);
        }
        boolean over = SimulatedPodStatus.isFinished(pod);
        if (kind == WatchEventType.DELETED || over) {
            var before = nodesByPod.remove(uid);
            if (before != null) {
                scheduleRetry(before);
                // A claim for one pod is free for pods on any node.
                if (!VolumeClaimMount.readSharedClaims(pod).isEmpty()) {
                    retryMentioning(VOLUMES);
                }
            }
        } else if (!place.isEmpty()) {
            nodesByPod.put(uid, place);
        }
        if (!place.isEmpty() || over) {
            queuedPods.remove(uid);
        } else if (kind != WatchEventType.DELETED) {
            addWaiting(uid, pod);
        }
    }

    private void addWaiting(String uid, ObjectNode pod) {
        var entry = queuedPods.computeIfAbsent(uid,
                _ -> new QueuedPod(SimulatedMetadata.namespaceOf(pod), SimulatedMetadata.nameOf(pod)));
        entry.priority = pod.path("spec").path("priority").asInt();
        var spec = pod.path("spec") + "" + pod.path("metadata").path("labels")
                + pod.path("status").path("resourceClaimStatuses");
        if (!spec.equals(entry.spec)) {
            entry.spec = spec;
            entry.ready = true;
            runTurn();
        }
    }

    /** Keeps a resource in the scheduler's view, and calls an action after each change. */
    private void follow(SimulatedResourceType type, Consumer<ObjectNode> put, BiConsumer<String, String> remove,
            Runnable action) {
        loop.follow(type, (kind, object) -> {
            if (kind == WatchEventType.DELETED) {
                remove.accept(SimulatedMetadata.namespaceOf(object), SimulatedMetadata.nameOf(object));
            } else {
                put.accept(object);
            }
            action.run();
        });
    }

    private void retryMentioning(String word) {
        queuedPods.values().stream().filter(pod -> pod.spec.contains(word)).forEach(pod -> pod.ready = true);
        runTurn();
    }

    private void scheduleRetry(String node) {
        freed.add(node);
        loop.schedule(List.of(TURN, "freed"), this::retryFitting);
    }

    /** Retries the waiting pods that would fit one of the changed nodes. */
    private void retryFitting() {
        for (var entry : queuedPods.values()) {
            if (entry.ready) {
                continue;
            }
            var pod = component.find(types.pods(), entry.namespace, entry.name);
            entry.ready = pod != null && freed.stream().anyMatch(node -> scheduler.couldFit(pod, node));
        }
        freed.clear();
        runTurn();
    }

    private void retryAll() {
        queuedPods.values().forEach(pod -> pod.ready = true);
        runTurn();
    }

    private void runTurn() {
        loop.schedule(TURN, this::tryNext);
    }

    private void tryNext() throws SimulatedApiException {
        var now = component.now();
        String best = null;
        QueuedPod selectedQueuedPod = null;
        var next = Instant.MAX;
        for (var entry : queuedPods.entrySet()) {
            var pod = entry.getValue();
            if (pod.ready && pod.notBefore.isAfter(now)) {
                next = pod.notBefore.isBefore(next) ? pod.notBefore : next;
            } else if (pod.ready && (selectedQueuedPod == null || pod.priority > selectedQueuedPod.priority)) {
                best = entry.getKey();
                selectedQueuedPod = pod;
            }
        }
        if (selectedQueuedPod == null) {
            if (next.isBefore(Instant.MAX)) {
                loop.runAfter(Duration.between(now, next), this::runTurn);
            }
            return;
        }
        runTurn();
        attemptPlacement(Objects.requireNonNull(best), selectedQueuedPod);
    }

    private void attemptPlacement(String uid, QueuedPod entry) throws SimulatedApiException {
        entry.ready = false;
        entry.tries++;
        var backoff = Duration.ofSeconds(1L << Math.min(entry.tries - 1, 4));
        entry.notBefore = component.now().plus(backoff.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : backoff);
        var pod = component.find(types.pods(), entry.namespace, entry.name);
        if (pod == null || !SimulatedMetadata.uidOf(pod).equals(uid)) {
            queuedPods.remove(uid);
            return;
        }
        switch (scheduler.decide(pod)) {
            case BindDecision(var node) -> {
                allocate(pod, node, scheduler.allocateClaims(pod, node)).forEach(view.deviceState()::putClaim);
                view.putPod(bind(pod, node));
                queuedPods.remove(uid);
            }
            case UnschedulableDecision(var message, var preemption) -> {
                if (preemption.isPresent()) {
                    preempt(pod, preemption.get());
                }
                recordFailure(pod, message);
            }
            case GatedDecision _ -> recordGated(pod);
            case AwaitingClaimsDecision _ -> entry.notBefore = component.now();
            case IgnoreDecision _ -> queuedPods.remove(uid);
        }
    }

    private ObjectNode bind(ObjectNode pod, String node) throws SimulatedApiException {
        var bound = component.bind(pod, node);
        createEvent(records.scheduledEvent(pod, node, component.now()));
        return bound;
    }

    /** Writes the allocations and reservations of a pod's claims; returns the updated claims. */
    private List<ObjectNode> allocate(ObjectNode pod, String node, List<ClaimDeviceAllocation> results)
            throws SimulatedApiException {
        var claims = new ArrayList<ObjectNode>();
        for (var name : SimulatedResourceClaimController.existingClaimNames(pod)) {
            var claim = component.find(types.deviceClaims(), SimulatedMetadata.namespaceOf(pod), name);
            if (claim != null) {
                component.edit(types.deviceClaims(), claim,
                        draft -> SimulatedMetadata.addFinalizer(draft, SimulatedResourceClaimController.GUARD));
                claims.add(component.editStatus(types.deviceClaims(), claim,
                        status -> reserveClaim(status, node, results, name, pod)));
            }
        }
        return claims;
    }

    private void reserveClaim(ObjectNode status, String node, List<ClaimDeviceAllocation> results, String name,
            ObjectNode pod) {
        if (!status.has("allocation")) {
            status.set("allocation",
                    newAllocation(node, results.stream().filter(result -> result.claim().equals(name)).toList()));
        }
        status.withArrayProperty("reservedFor").addObject().put("resource", "pods")
                .put("name", SimulatedMetadata.nameOf(pod)).put("uid", SimulatedMetadata.uidOf(pod));
    }

    private ObjectNode newAllocation(String node, List<ClaimDeviceAllocation> results) {
        var allocation = SimulatedStoreJsonCodec.newObject();
        var list = allocation.putObject("devices").putArray("results");
        results.forEach(result -> list.addObject().put("request", result.request()).put("driver", result.driver())
                .put("pool", result.pool()).put("device", result.device()));
        allocation.putObject("nodeSelector").putArray("nodeSelectorTerms").addObject().putArray("matchFields")
                .addObject().put("key", "metadata.name").put("operator", "In").putArray("values").add(node);
        return allocation.put("allocationTimestamp", SimulatedTimestampFormat.secondsText(component.now()));
    }

    /** Evicts the victims and nominates their node for the pod. */
    private void preempt(ObjectNode pod, PreemptionDecision preemptionDecision) throws SimulatedApiException {
        var uid = SimulatedMetadata.uidOf(pod);
        for (var preemptionVictim : preemptionDecision.victims()) {
            var doomed = component.find(types.pods(), preemptionVictim.namespace(), preemptionVictim.name());
            if (doomed != null && !SimulatedMetadata.isDeleting(doomed)) {
                long generation = SimulatedMetadata.generationOf(doomed);
                component.editStatus(types.pods(), doomed, status -> status.withArrayProperty("conditions")
                        .add(SimulatedSchedulerConditionEventFactory.preemptedCondition(generation, component.now())));
                component.delete(types.pods(), doomed);
                createEvent(records.preemptedEvent(doomed, uid, preemptionDecision.node(), component.now()));
            }
        }
        component.editStatus(types.pods(), pod, status -> status.put("nominatedNodeName", preemptionDecision.node()));
    }

    /** Writes the scheduler's message to the pod, unless it is already there. */
    private void recordFailure(ObjectNode pod, String message) throws SimulatedApiException {
        var before = SimulatedOwnerStatusWriter.findCondition(pod.path("status").path("conditions"), SCHEDULED);
        if (before != null && before.path("message").asText().equals(message)
                && before.path("reason").asText().equals("Unschedulable")) {
            return;
        }
        long generation = SimulatedMetadata.generationOf(pod);
        var fresh = SimulatedSchedulerConditionEventFactory.unschedulableCondition(message, generation,
                component.now());
        if (before != null && before.path("status").asText().equals("False")) {
            fresh.set("lastTransitionTime", before.path("lastTransitionTime"));
        }
        component.editStatus(types.pods(), pod, status -> SimulatedPodStatus.putCondition(status, fresh));
        createEvent(records.failedEvent(pod, message, component.now()));
    }

    private void recordGated(ObjectNode pod) throws SimulatedApiException {
        if (SimulatedOwnerStatusWriter.findCondition(pod.path("status").path("conditions"), SCHEDULED) == null) {
            component.editStatus(types.pods(), pod, status -> SimulatedPodStatus.putCondition(status,
                    SimulatedSchedulerConditionEventFactory.gatedCondition(component.now())));
        }
    }

    private void createEvent(ObjectNode event) throws SimulatedApiException {
        component.create(types.events(), event);
    }
}
