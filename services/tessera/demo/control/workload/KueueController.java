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
 * A part of Kueue: Jobs and single pods that name a queue are admitted, the oldest first, when its quota has room, and evicted when
 * somebody makes their Workloads inactive.
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

    /** Work that named a queue when it was made. */
    private record KueueQueuedWork(ResourceType type, String namespace, String name, String created) {}

    public KueueController(ControlLoop loop, ControllerKinds kinds) {
        this.loop = loop;
        this.kinds = kinds;
        component = new ControlComponent(loop, kinds, "kueue", "kueue-admission");
        watch();
        loop.follow(loop.objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> loop.soon(this, this::watch));
    }

    private void watch() {
        var type = loop.objects().catalog().ofKind(API, "Workload");
        if (workloadType != null || type == null) {
            return;
        }
        workloadType = type;
        follow("ClusterQueue", clusterQueues);
        follow("LocalQueue", localQueues);
        follow("ResourceFlavor", flavors);
        loop.follow(type, (kind, workload) -> {
            var owner = workload.path("metadata").path("ownerReferences").path(0).path("uid").asText();
            note(workloads, kind, owner, workload);
        });
        loop.follow(kinds.jobs(), (kind, job) -> heard(kinds.jobs(), kind, job));
        loop.follow(kinds.pods(), (kind, pod) -> heard(kinds.pods(), kind, pod));
    }

    private void follow(String called, Map<String, ObjectNode> into) {
        var type = loop.objects().catalog().ofKind(API, called);
        if (type != null) {
            loop.follow(type, (kind, object) -> {
                before.putIfAbsent(called + key(object), object.path("status"));
                note(into, kind, key(object), object);
            });
        }
    }

    private void note(Map<String, ObjectNode> into, StoreChange.ChangeKind kind, String key, ObjectNode object) {
        if (kind == StoreChange.ChangeKind.DELETED) {
            into.remove(key);
        } else {
            into.put(key, object);
        }
        loop.soon("queues", this::settle);
    }

    /** Objects of the whole cluster by their names, others with their namespaces. */
    private static String key(JsonNode object) {
        var namespace = StoreJson.text(object, "metadata", "namespace");
        return (namespace.isEmpty() ? "" : namespace + "/") + StoreJson.text(object, "metadata", "name");
    }

    private void heard(ResourceType type, StoreChange.ChangeKind kind, ObjectNode object) {
        var uid = StoreJson.text(object, "metadata", "uid");
        boolean queued = object.path("metadata").path("labels").has(KueueWorkloads.QUEUE)
                && (type.equals(kinds.jobs()) || KueueWorkloads.gated(object) || held.containsKey(uid));
        if (kind == StoreChange.ChangeKind.DELETED ? held.remove(uid) != null : queued) {
            if (kind != StoreChange.ChangeKind.DELETED) {
                held.put(uid, new KueueQueuedWork(type, StoreJson.text(object, "metadata", "namespace"),
                        StoreJson.text(object, "metadata", "name"),
                        StoreJson.text(object, "metadata", "creationTimestamp")));
            }
            loop.soon("queues", this::settle);
        }
    }

    private void settle() throws ApiError {
        var waiting = new TreeMap<KueueQueuedWork, ObjectNode>(
                Comparator.comparing(KueueQueuedWork::created).thenComparing(KueueQueuedWork::name)
                        .thenComparing(KueueQueuedWork::namespace).thenComparing(one -> one.type().plural()));
        for (var uid : List.copyOf(held.keySet())) {
            var work = held.get(uid);
            var object = work == null ? null : component.find(work.type(), work.namespace(), work.name());
            if (work != null && object != null && StoreJson.text(object, "metadata", "uid").equals(uid)) {
                var there = workloads.get(uid);
                var account = there == null ? accounts().open(work.type(), object) : there;
                workloads.put(uid, account);
                if (KueueWorkloads.over(object)) {
                    workloads.put(uid, accounts().finish(object, account));
                } else if (!account.path("spec").path("active").asBoolean(true)) {
                    workloads.put(uid, accounts().evict(work.type(), object, account));
                } else if (!OwnerStatuses.holds(account, "Admitted")) {
                    waiting.put(work, object);
                } else {
                    accounts().keep(work.type(), object);
                }
            }
        }
        var room = room();
        for (var next : waiting.entrySet()) {
            decide(next.getKey(), next.getValue(), room);
        }
        for (var queue : clusterQueues.values()) {
            count(queue, room);
        }
        for (var queue : localQueues.values()) {
            count(queue, null);
        }
    }

    private void decide(KueueQueuedWork work, ObjectNode object, SimulatedQuotaRoom room) throws ApiError {
        var uid = StoreJson.text(object, "metadata", "uid");
        var account = Objects.requireNonNull(workloads.get(uid));
        var name = account.path("spec").path("queueName").asText();
        var local = localQueues.get(work.namespace() + "/" + name);
        var wanted = KueueWorkloads.wanted(object);
        var queue = local == null ? "" : StoreJson.text(local, "spec", "clusterQueue");
        var answer = local == null
                ? SimulatedQuotaRoom.AdmissionAnswer.no("Misconfigured", "LocalQueue %s doesn't exist".formatted(name))
                : room.ask(queue, wanted);
        if (!answer.admitted()) {
            workloads.put(uid, accounts().wait(work.type(), object, account, answer));
            return;
        }
        var labels = StoreJson.object();
        answer.flavors().values().stream().map(flavors::get).filter(flavor -> flavor != null)
                .forEach(flavor -> labels.setAll(StoreJson.child(StoreJson.child(flavor.deepCopy(), "spec"),
                        "nodeLabels")));
        var admitted = accounts().admit(account, queue, answer.flavors(), wanted);
        workloads.put(uid, admitted);
        taken(admitted, room);
        accounts().release(work.type(), object, queue, labels);
    }

    /** Writes what became of a queue into its status. */
    private void count(ObjectNode queue, @Nullable SimulatedQuotaRoom room) throws ApiError {
        var kind = room == null ? "LocalQueue" : "ClusterQueue";
        var type = Objects.requireNonNull(loop.objects().catalog().ofKind(API, kind));
        var name = StoreJson.text(queue, "metadata", "name");
        var ours = workloads.values().stream().filter(work -> !OwnerStatuses.holds(work, "Finished")
                && (room == null ? leads(work, queue) : name.equals(leadsTo(work)))).toList();
        long admitted = ours.stream().filter(KueueController::holds).count();
        component.editStatus(type, queue, status -> {
            status.put("pendingWorkloads", ours.size() - admitted);
            status.put("admittedWorkloads",
                    before.getOrDefault(kind + key(queue), StoreJson.object()).path("admittedWorkloads").asLong()
                            + admitted);
            if (room != null) {
                room.write(name, status.putArray("flavorsUsage"));
            }
        });
    }

    private static boolean leads(JsonNode work, JsonNode local) {
        return StoreJson.text(work, "metadata", "namespace").equals(StoreJson.text(local, "metadata", "namespace"))
                && work.path("spec").path("queueName").asText().equals(StoreJson.text(local, "metadata", "name"));
    }

    private String leadsTo(JsonNode work) {
        var local = localQueues.get(StoreJson.text(work, "metadata", "namespace") + "/"
                + work.path("spec").path("queueName").asText());
        return local == null ? "" : StoreJson.text(local, "spec", "clusterQueue");
    }

    private KueueWorkloads accounts() {
        return new KueueWorkloads(component, kinds, Objects.requireNonNull(workloadType));
    }

    /** What the fleet came with is taken for ever; what was admitted since, until it is over. */
    private SimulatedQuotaRoom room() {
        var room = new SimulatedQuotaRoom(clusterQueues.values());
        for (var queue : clusterQueues.keySet()) {
            for (var flavor : before.getOrDefault("ClusterQueue" + queue, StoreJson.object()).path("flavorsUsage")) {
                flavor.path("resources").forEach(resource -> room.take(queue,
                        new SimulatedQuotaRoom.FlavorSlot(flavor.path("name").asText(), resource.path("name").asText()),
                        SimulatedQuotaRoom.number(resource.path("total"))));
            }
        }
        workloads.values().stream().filter(KueueController::holds).forEach(work -> taken(work, room));
        return room;
    }

    private static boolean holds(JsonNode workload) {
        return OwnerStatuses.holds(workload, "Admitted") && !OwnerStatuses.holds(workload, "Finished");
    }

    private static void taken(JsonNode workload, SimulatedQuotaRoom room) {
        var admission = workload.path("status").path("admission");
        for (var set : admission.path("podSetAssignments")) {
            set.path("flavors").properties().forEach(flavor -> room.take(admission.path("clusterQueue").asText(),
                    new SimulatedQuotaRoom.FlavorSlot(flavor.getValue().asText(), flavor.getKey()),
                    SimulatedQuotaRoom.number(set.path("resourceUsage").path(flavor.getKey()))));
        }
    }
}
