package tessera.demo.control.placing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.schedule.SimulatedScheduler;
import tessera.demo.schedule.SimulatedSchedulerCache;
import tessera.demo.schedule.SimulatedSchedulerConditionEventFactory;
import tessera.demo.schedule.SimulatedSchedulingDecision;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.kube.scheduling.VolumeClaimMount;

/** The scheduler's queue: takes waiting pods by priority, and retries them after helpful changes. */
public final class SimulatedSchedulingQueue {

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(10);
    /** After so long a pod is tried again even if nothing was heard that could help. */
    private static final Duration SECOND_THOUGHTS = Duration.ofMinutes(5);
    private static final String TURN = "placer";
    private static final String VOLUMES = "persistentVolumeClaim";
    private static final String DEVICES = "resourceClaim";

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControlPlaneComponent component;
    private final SimulatedSchedulingDecisionWriter outcome;
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

    public SimulatedSchedulingQueue(SimulatedControlLoop loop, SimulatedControllerResourceTypes types) {
        this.loop = loop;
        this.types = types;
        component = new SimulatedControlPlaneComponent(loop, types, "kube-scheduler", SimulatedScheduler.NAME);
        outcome = new SimulatedSchedulingDecisionWriter(component, types,
                new SimulatedSchedulerConditionEventFactory("control-01"));
        var claims = view.volumeClaims();
        followResource(types.storageClasses(), claims::putStorageClass, (_, name) -> claims.removeStorageClass(name),
                VOLUMES);
        followResource(types.volumes(), claims::putVolume, (_, name) -> claims.removeVolume(name), VOLUMES);
        followResource(types.claims(), claims::putClaim, claims::removeClaim, VOLUMES);
        var devices = view.deviceState();
        followResource(types.deviceClasses(), devices::putClass, (_, name) -> devices.removeClass(name), DEVICES);
        followResource(types.slices(), devices::putSlice, (_, name) -> devices.removeSlice(name), DEVICES);
        followResource(types.deviceClaims(), devices::putClaim, devices::removeClaim, DEVICES);
        loop.follow(types.namespaces(), this::namespaceChanged);
        loop.follow(types.budgets(), this::budgetChanged);
        loop.follow(types.nodes(), this::nodeChanged);
        loop.follow(types.pods(), this::podChanged);
        loop.runEvery(SECOND_THOUGHTS, () -> retryAll());
    }

    private void nodeChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode node) {
        var name = SimulatedStoreJsonCodec.textAt(node, "metadata", "name");
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
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

    private void podChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode pod) {
        var uid = SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid");
        var place = SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName");
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
            view.removePod(uid);
            queuedPods.remove(uid);
        } else {
            view.putPod(pod);
        }
        boolean over = List.of("Succeeded", "Failed").contains(SimulatedStoreJsonCodec.textAt(pod, "status", "phase"));
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED || over) {
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
        } else if (kind != SimulatedStoredObjectChange.WatchEventType.DELETED) {
            addWaiting(uid, pod);
        }
    }

    private void addWaiting(String uid, ObjectNode pod) {
        var entry = queuedPods.computeIfAbsent(uid,
                _ -> new QueuedPod(SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace"),
                        SimulatedStoreJsonCodec.textAt(pod, "metadata", "name")));
        entry.priority = pod.path("spec").path("priority").asInt();
        var spec = pod.path("spec") + "" + pod.path("metadata").path("labels")
                + pod.path("status").path("resourceClaimStatuses");
        if (!spec.equals(entry.spec)) {
            entry.spec = spec;
            entry.ready = true;
            runTurn();
        }
    }

    /** Follows a resource that pods may wait for, and retries those whose spec contains the word when it changes. */
    private void followResource(SimulatedResourceType type, Consumer<ObjectNode> put, BiConsumer<String, String> remove,
            String word) {
        loop.follow(type, (kind, object) -> {
            if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
                remove.accept(SimulatedStoreJsonCodec.textAt(object, "metadata", "namespace"),
                        SimulatedStoreJsonCodec.textAt(object, "metadata", "name"));
            } else {
                put.accept(object);
            }
            retryMentioning(word);
        });
    }

    private void retryMentioning(String word) {
        queuedPods.values().stream().filter(pod -> pod.spec.contains(word)).forEach(pod -> pod.ready = true);
        runTurn();
    }

    private void namespaceChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode namespace) {
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
            view.removeNamespace(SimulatedStoreJsonCodec.textAt(namespace, "metadata", "name"));
        } else {
            view.putNamespace(namespace);
        }
    }

    private void budgetChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode budget) {
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
            view.removeDisruptionBudget(SimulatedStoreJsonCodec.textAt(budget, "metadata", "namespace"),
                    SimulatedStoreJsonCodec.textAt(budget, "metadata", "name"));
        } else {
            view.putDisruptionBudget(budget);
        }
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
        entry.notBefore = component.now()
                .plus(backoff.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : backoff);
        var pod = component.find(types.pods(), entry.namespace, entry.name);
        if (pod == null || !SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid").equals(uid)) {
            queuedPods.remove(uid);
            return;
        }
        switch (scheduler.decide(pod)) {
            case SimulatedSchedulingDecision.BindDecision(var node) -> {
                outcome.allocate(pod, node, scheduler.allocateClaims(pod, node)).forEach(view.deviceState()::putClaim);
                view.putPod(outcome.bind(pod, node));
                queuedPods.remove(uid);
            }
            case SimulatedSchedulingDecision.UnschedulableDecision(var message, var preemption) -> {
                if (preemption.isPresent()) {
                    outcome.preempt(pod, preemption.get());
                }
                outcome.recordFailure(pod, message);
            }
            case SimulatedSchedulingDecision.GatedDecision _ -> outcome.recordGated(pod);
            case SimulatedSchedulingDecision.AwaitingClaimsDecision _ -> entry.notBefore = component.now();
            case SimulatedSchedulingDecision.IgnoreDecision _ -> queuedPods.remove(uid);
        }
    }
}
