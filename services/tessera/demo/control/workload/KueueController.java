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
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/**
 * A part of Kueue: queued Jobs and pods are admitted by age when quota allows, and evicted when deactivated.
 */
public final class KueueController {

    private static final String API = KueueWorkloads.API;

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final ControlComponent component;
    private final Map<String, KueueQueuedWork> held = new HashMap<>();
    private final Map<String, ObjectNode> workloads = new HashMap<>();
    private final Map<String, ObjectNode> clusterQueues = new TreeMap<>();
    private final Map<String, ObjectNode> localQueues = new TreeMap<>();
    private final Map<String, ObjectNode> flavors = new HashMap<>();
    private final Map<String, JsonNode> before = new HashMap<>();
    private @Nullable ResourceType workloadType;

    /** Work that named a queue when it was created. */
    private record KueueQueuedWork(ResourceType type, String namespace, String name, String created) {}

    public KueueController(ControlLoop loop, ControllerKinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new ControlComponent(loop, kinds, "kueue", "kueue-admission");
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

    private void putOrRemove(Map<String, ObjectNode> into, StoreChange.ChangeKind kind, String key, ObjectNode object) {
        if (kind == StoreChange.ChangeKind.DELETED) {
            into.remove(key);
        } else {
            into.put(key, object);
        }
        loop.schedule("queues", this::reconcile);
    }

    /** Returns the object's name, with its namespace if it has one. */
    private static String objectKey(JsonNode object) {
        var namespace = StoreJson.textAt(object, "metadata", "namespace");
        return (namespace.isEmpty() ? "" : namespace + "/") + StoreJson.textAt(object, "metadata", "name");
    }

    private void workChanged(ResourceType type, StoreChange.ChangeKind kind, ObjectNode object) {
        var uid = StoreJson.textAt(object, "metadata", "uid");
        boolean queued = object.path("metadata").path("labels").has(KueueWorkloads.QUEUE)
                && (type.equals(kinds.jobs()) || KueueWorkloads.isGated(object) || held.containsKey(uid));
        if (kind == StoreChange.ChangeKind.DELETED ? held.remove(uid) != null : queued) {
            if (kind != StoreChange.ChangeKind.DELETED) {
                held.put(uid, new KueueQueuedWork(type, StoreJson.textAt(object, "metadata", "namespace"),
                        StoreJson.textAt(object, "metadata", "name"),
                        StoreJson.textAt(object, "metadata", "creationTimestamp")));
            }
            loop.schedule("queues", this::reconcile);
        }
    }

    private void reconcile() throws ApiError {
        var waiting = new TreeMap<KueueQueuedWork, ObjectNode>(
                Comparator.comparing(KueueQueuedWork::created).thenComparing(KueueQueuedWork::name)
                        .thenComparing(KueueQueuedWork::namespace).thenComparing(one -> one.type().plural()));
        for (var uid : List.copyOf(held.keySet())) {
            var work = held.get(uid);
            var object = work == null ? null : component.find(work.type(), work.namespace(), work.name());
            if (work != null && object != null && StoreJson.textAt(object, "metadata", "uid").equals(uid)) {
                var there = workloads.get(uid);
                var account = there == null ? workloadWriter().createWorkload(work.type(), object) : there;
                workloads.put(uid, account);
                if (KueueWorkloads.isOver(object)) {
                    workloads.put(uid, workloadWriter().markFinished(object, account));
                } else if (!account.path("spec").path("active").asBoolean(true)) {
                    workloads.put(uid, workloadWriter().evict(work.type(), object, account));
                } else if (!OwnerStatuses.hasTrueCondition(account, "Admitted")) {
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

    private void decideAdmission(KueueQueuedWork work, ObjectNode object, SimulatedQuotaRoom room) throws ApiError {
        var uid = StoreJson.textAt(object, "metadata", "uid");
        var account = Objects.requireNonNull(workloads.get(uid));
        var name = account.path("spec").path("queueName").asText();
        var local = localQueues.get(work.namespace() + "/" + name);
        var wanted = KueueWorkloads.requestsOf(object);
        var queue = local == null ? "" : StoreJson.textAt(local, "spec", "clusterQueue");
        var answer = local == null
                ? SimulatedQuotaRoom.AdmissionAnswer.ofRefusal("Misconfigured",
                        "LocalQueue %s doesn't exist".formatted(name))
                : room.assignFlavors(queue, wanted);
        if (!answer.isAdmitted()) {
            workloads.put(uid, workloadWriter().markPending(work.type(), object, account, answer));
            return;
        }
        var labels = StoreJson.newObject();
        answer.flavors().values().stream().map(flavors::get).filter(flavor -> flavor != null)
                .forEach(flavor -> labels.setAll(StoreJson.childObject(StoreJson.childObject(flavor.deepCopy(), "spec"),
                        "nodeLabels")));
        var admitted = workloadWriter().admit(account, queue, answer.flavors(), wanted);
        workloads.put(uid, admitted);
        chargeUsage(admitted, room);
        workloadWriter().releaseWork(work.type(), object, queue, labels);
    }

    /** Writes pending and admitted counts and the usage to a queue's status. */
    private void writeQueueStatus(ObjectNode queue, @Nullable SimulatedQuotaRoom room) throws ApiError {
        var kind = room == null ? "LocalQueue" : "ClusterQueue";
        var type = Objects.requireNonNull(loop.objects().catalog().findByKind(API, kind));
        var name = StoreJson.textAt(queue, "metadata", "name");
        var ours = workloads.values().stream().filter(work -> !OwnerStatuses.hasTrueCondition(work, "Finished")
                && (room == null ? isQueuedIn(work, queue) : name.equals(clusterQueueName(work)))).toList();
        long admitted = ours.stream().filter(KueueController::holdsQuota).count();
        component.editStatus(type, queue, status -> {
            status.put("pendingWorkloads", ours.size() - admitted);
            status.put("admittedWorkloads",
                    before.getOrDefault(kind + objectKey(queue), StoreJson.newObject()).path("admittedWorkloads")
                            .asLong()
                            + admitted);
            if (room != null) {
                room.writeUsage(name, status.putArray("flavorsUsage"));
            }
        });
    }

    private static boolean isQueuedIn(JsonNode work, JsonNode local) {
        return StoreJson.textAt(work, "metadata", "namespace").equals(StoreJson.textAt(local, "metadata", "namespace"))
                && work.path("spec").path("queueName").asText().equals(StoreJson.textAt(local, "metadata", "name"));
    }

    private String clusterQueueName(JsonNode work) {
        var local = localQueues.get(StoreJson.textAt(work, "metadata", "namespace") + "/"
                + work.path("spec").path("queueName").asText());
        return local == null ? "" : StoreJson.textAt(local, "spec", "clusterQueue");
    }

    private KueueWorkloads workloadWriter() {
        return new KueueWorkloads(component, kinds, Objects.requireNonNull(workloadType));
    }

    /** Returns the quota minus the initial usage and that of workloads admitted since. */
    private SimulatedQuotaRoom availableQuota() {
        var room = new SimulatedQuotaRoom(clusterQueues.values());
        for (var queue : clusterQueues.keySet()) {
            for (var flavor : before.getOrDefault("ClusterQueue" + queue, StoreJson.newObject()).path("flavorsUsage")) {
                flavor.path("resources").forEach(resource -> room.charge(queue,
                        new SimulatedQuotaRoom.FlavorSlot(flavor.path("name").asText(), resource.path("name").asText()),
                        SimulatedQuotaRoom.parseQuantity(resource.path("total"))));
            }
        }
        workloads.values().stream().filter(KueueController::holdsQuota).forEach(work -> chargeUsage(work, room));
        return room;
    }

    private static boolean holdsQuota(JsonNode workload) {
        return OwnerStatuses.hasTrueCondition(workload, "Admitted")
                && !OwnerStatuses.hasTrueCondition(workload, "Finished");
    }

    private static void chargeUsage(JsonNode workload, SimulatedQuotaRoom room) {
        var admission = workload.path("status").path("admission");
        for (var set : admission.path("podSetAssignments")) {
            set.path("flavors").properties().forEach(flavor -> room.charge(admission.path("clusterQueue").asText(),
                    new SimulatedQuotaRoom.FlavorSlot(flavor.getValue().asText(), flavor.getKey()),
                    SimulatedQuotaRoom.parseQuantity(set.path("resourceUsage").path(flavor.getKey()))));
        }
    }
}
