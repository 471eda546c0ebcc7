package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControllerResourceTypes;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.ServedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.StoredObjectChange;

/**
 * A part of Kueue: queued Jobs and pods are admitted by age when quota allows, and evicted when deactivated.
 */
public final class SimulatedKueueController {

    private static final String API = SimulatedKueueWorkloads.API;

    private final SimulatedControlLoop loop;
    private final ControllerResourceTypes kinds;
    private final SimulatedControlPlaneComponent component;
    private final Map<String, QueuedJobOrPod> held = new HashMap<>();
    private final Map<String, ObjectNode> workloads = new HashMap<>();
    private final Map<String, ObjectNode> clusterQueues = new TreeMap<>();
    private final Map<String, ObjectNode> localQueues = new TreeMap<>();
    private final Map<String, ObjectNode> flavors = new HashMap<>();
    private final Map<String, JsonNode> before = new HashMap<>();
    private @Nullable ServedResourceType workloadType;

    /** Work that named a queue when it was created. */
    private record QueuedJobOrPod(ServedResourceType type, String namespace, String name, String created) {}

    public SimulatedKueueController(SimulatedControlLoop loop, ControllerResourceTypes kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new SimulatedControlPlaneComponent(loop, kinds, "kueue", "kueue-admission");
        followKueue();
        loop.follow(loop.objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> loop.schedule(this, this::followKueue));
    }

    private void followKueue() {
        var type = loop.objects().catalog().findByKind(API, "Workload");
        if (workloadType != null || type == null) {
            return;
        }
        workloadType = type;
        followKind("ClusterQueue", clusterQueues);
        followKind("LocalQueue", localQueues);
        followKind("ResourceFlavor", flavors);
        loop.follow(type, (kind, workload) -> {
            var owner = workload.path("metadata").path("ownerReferences").path(0).path("uid").asText();
            putOrRemove(workloads, kind, owner, workload);
        });
        loop.follow(kinds.jobs(), (kind, job) -> workChanged(kinds.jobs(), kind, job));
        loop.follow(kinds.pods(), (kind, pod) -> workChanged(kinds.pods(), kind, pod));
    }

    private void followKind(String called, Map<String, ObjectNode> into) {
        var type = loop.objects().catalog().findByKind(API, called);
        if (type != null) {
            loop.follow(type, (kind, object) -> {
                before.putIfAbsent(called + objectKey(object), object.path("status"));
                putOrRemove(into, kind, objectKey(object), object);
            });
        }
    }

    private void putOrRemove(Map<String, ObjectNode> into, StoredObjectChange.ChangeKind kind, String key,
            ObjectNode object) {
        if (kind == StoredObjectChange.ChangeKind.DELETED) {
            into.remove(key);
        } else {
            into.put(key, object);
        }
        loop.schedule("queues", this::reconcile);
    }

    /** Returns the object's name, with its namespace if it has one. */
    private static String objectKey(JsonNode object) {
        var namespace = SimulatedStoreJsonCodec.textAt(object, "metadata", "namespace");
        return (namespace.isEmpty() ? "" : namespace + "/")
                + SimulatedStoreJsonCodec.textAt(object, "metadata", "name");
    }

    private void workChanged(ServedResourceType type, StoredObjectChange.ChangeKind kind, ObjectNode object) {
        var uid = SimulatedStoreJsonCodec.textAt(object, "metadata", "uid");
        boolean queued = object.path("metadata").path("labels").has(SimulatedKueueWorkloads.QUEUE)
                && (type.equals(kinds.jobs()) || SimulatedKueueWorkloads.isGated(object) || held.containsKey(uid));
        if (kind == StoredObjectChange.ChangeKind.DELETED ? held.remove(uid) != null : queued) {
            if (kind != StoredObjectChange.ChangeKind.DELETED) {
                held.put(uid, new QueuedJobOrPod(type, SimulatedStoreJsonCodec.textAt(object, "metadata", "namespace"),
                        SimulatedStoreJsonCodec.textAt(object, "metadata", "name"),
                        SimulatedStoreJsonCodec.textAt(object, "metadata", "creationTimestamp")));
            }
            loop.schedule("queues", this::reconcile);
        }
    }

    private void reconcile() throws SimulatedApiError {
        var waiting = new TreeMap<QueuedJobOrPod, ObjectNode>(
                Comparator.comparing(QueuedJobOrPod::created).thenComparing(QueuedJobOrPod::name)
                        .thenComparing(QueuedJobOrPod::namespace).thenComparing(one -> one.type().plural()));
        for (var uid : List.copyOf(held.keySet())) {
            var work = held.get(uid);
            var object = work == null ? null : component.find(work.type(), work.namespace(), work.name());
            if (work != null && object != null
                    && SimulatedStoreJsonCodec.textAt(object, "metadata", "uid").equals(uid)) {
                var there = workloads.get(uid);
                var account = there == null ? workloadWriter().createWorkload(work.type(), object) : there;
                workloads.put(uid, account);
                if (SimulatedKueueWorkloads.isOver(object)) {
                    workloads.put(uid, workloadWriter().markFinished(object, account));
                } else if (!account.path("spec").path("active").asBoolean(true)) {
                    workloads.put(uid, workloadWriter().evict(work.type(), object, account));
                } else if (!PodOwnerStatusWriter.hasTrueCondition(account, "Admitted")) {
                    waiting.put(work, object);
                } else {
                    workloadWriter().keepRunning(work.type(), object);
                }
            }
        }
        var room = availableQuota();
        for (var next : waiting.entrySet()) {
            decideAdmission(next.getKey(), next.getValue(), room);
        }
        for (var queue : clusterQueues.values()) {
            writeQueueStatus(queue, room);
        }
        for (var queue : localQueues.values()) {
            writeQueueStatus(queue, null);
        }
    }

    private void decideAdmission(QueuedJobOrPod work, ObjectNode object, SimulatedUnusedQuota room)
            throws SimulatedApiError {
        var uid = SimulatedStoreJsonCodec.textAt(object, "metadata", "uid");
        var account = Objects.requireNonNull(workloads.get(uid));
        var name = account.path("spec").path("queueName").asText();
        var local = localQueues.get(work.namespace() + "/" + name);
        var wanted = SimulatedKueueWorkloads.requestsOf(object);
        var queue = local == null ? "" : SimulatedStoreJsonCodec.textAt(local, "spec", "clusterQueue");
        var answer = local == null
                ? SimulatedUnusedQuota.QuotaAdmissionResult.ofRefusal("Misconfigured",
                        "LocalQueue %s doesn't exist".formatted(name))
                : room.assignFlavors(queue, wanted);
        if (!answer.isAdmitted()) {
            workloads.put(uid, workloadWriter().markPending(work.type(), object, account, answer));
            return;
        }
        var labels = SimulatedStoreJsonCodec.newObject();
        answer.flavors().values().stream().map(flavors::get).filter(flavor -> flavor != null)
                .forEach(flavor -> labels.setAll(SimulatedStoreJsonCodec.childObject(
                        SimulatedStoreJsonCodec.childObject(flavor.deepCopy(), "spec"),
                        "nodeLabels")));
        var admitted = workloadWriter().admit(account, queue, answer.flavors(), wanted);
        workloads.put(uid, admitted);
        chargeUsage(admitted, room);
        workloadWriter().releaseWork(work.type(), object, queue, labels);
    }

    /** Writes pending and admitted counts and the usage to a queue's status. */
    private void writeQueueStatus(ObjectNode queue, @Nullable SimulatedUnusedQuota room) throws SimulatedApiError {
        var kind = room == null ? "LocalQueue" : "ClusterQueue";
        var type = Objects.requireNonNull(loop.objects().catalog().findByKind(API, kind));
        var name = SimulatedStoreJsonCodec.textAt(queue, "metadata", "name");
        var ours = workloads.values().stream().filter(work -> !PodOwnerStatusWriter.hasTrueCondition(work, "Finished")
                && (room == null ? isQueuedIn(work, queue) : name.equals(clusterQueueName(work)))).toList();
        long admitted = ours.stream().filter(SimulatedKueueController::holdsQuota).count();
        component.editStatus(type, queue, status -> {
            status.put("pendingWorkloads", ours.size() - admitted);
            status.put("admittedWorkloads",
                    before.getOrDefault(kind + objectKey(queue), SimulatedStoreJsonCodec.newObject())
                            .path("admittedWorkloads")
                            .asLong()
                            + admitted);
            if (room != null) {
                room.writeUsage(name, status.putArray("flavorsUsage"));
            }
        });
    }

    private static boolean isQueuedIn(JsonNode work, JsonNode local) {
        return SimulatedStoreJsonCodec.textAt(work, "metadata", "namespace")
                .equals(SimulatedStoreJsonCodec.textAt(local, "metadata", "namespace"))
                && work.path("spec").path("queueName").asText()
                        .equals(SimulatedStoreJsonCodec.textAt(local, "metadata", "name"));
    }

    private String clusterQueueName(JsonNode work) {
        var local = localQueues.get(SimulatedStoreJsonCodec.textAt(work, "metadata", "namespace") + "/"
                + work.path("spec").path("queueName").asText());
        return local == null ? "" : SimulatedStoreJsonCodec.textAt(local, "spec", "clusterQueue");
    }

    private SimulatedKueueWorkloads workloadWriter() {
        return new SimulatedKueueWorkloads(component, kinds, Objects.requireNonNull(workloadType));
    }

    /** Returns the quota minus the initial usage and that of workloads admitted since. */
    private SimulatedUnusedQuota availableQuota() {
        var room = new SimulatedUnusedQuota(clusterQueues.values());
        for (var queue : clusterQueues.keySet()) {
            for (var flavor : before.getOrDefault("ClusterQueue" + queue, SimulatedStoreJsonCodec.newObject())
                    .path("flavorsUsage")) {
                flavor.path("resources").forEach(resource -> room.charge(queue,
                        new SimulatedUnusedQuota.FlavorResource(flavor.path("name").asText(),
                                resource.path("name").asText()),
                        SimulatedUnusedQuota.parseQuantity(resource.path("total"))));
            }
        }
        workloads.values().stream().filter(SimulatedKueueController::holdsQuota)
                .forEach(work -> chargeUsage(work, room));
        return room;
    }

    private static boolean holdsQuota(JsonNode workload) {
        return PodOwnerStatusWriter.hasTrueCondition(workload, "Admitted")
                && !PodOwnerStatusWriter.hasTrueCondition(workload, "Finished");
    }

    private static void chargeUsage(JsonNode workload, SimulatedUnusedQuota room) {
        var admission = workload.path("status").path("admission");
        for (var set : admission.path("podSetAssignments")) {
            set.path("flavors").properties().forEach(flavor -> room.charge(admission.path("clusterQueue").asText(),
                    new SimulatedUnusedQuota.FlavorResource(flavor.getValue().asText(), flavor.getKey()),
                    SimulatedUnusedQuota.parseQuantity(set.path("resourceUsage").path(flavor.getKey()))));
        }
    }
}
