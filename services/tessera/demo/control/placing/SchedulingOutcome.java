package tessera.demo.control.placing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.object.ApiError;
import tessera.demo.schedule.SchedulingDecision;
import tessera.demo.schedule.SchedulingRecords;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;
import tessera.demo.store.objects.ObjectTimes;
import tessera.dra.DeviceState;

/** Writer of scheduling decisions to the cluster. */
record SchedulingOutcome(ControlComponent component, ControllerKinds kinds, SchedulingRecords records) {

    /** Binds the pod to the node and returns the updated pod. */
    ObjectNode bind(ObjectNode pod, String node) throws ApiError {
        var bound = component.bind(pod, node);
        createEvent(records.scheduledEvent(pod, node, component.now()));
        return bound;
    }

    /** Writes the allocations and reservations of a pod's claims; returns the updated claims. */
    List<ObjectNode> allocate(ObjectNode pod, String node, List<DeviceState.AllocationResult> results) throws ApiError {
        var claims = new ArrayList<ObjectNode>();
        for (var name : PodClaims.existingClaimNames(pod)) {
            var claim = component.find(kinds.deviceClaims(), StoreJson.textAt(pod, "metadata", "namespace"), name);
            if (claim != null) {
                component.edit(kinds.deviceClaims(), claim, draft -> {
                    var guards = StoreJson.childObject(draft, "metadata").withArrayProperty("finalizers");
                    if (guards.valueStream().noneMatch(guard -> guard.asText().equals(PodClaims.GUARD))) {
                        guards.add(PodClaims.GUARD);
                    }
                });
                claims.add(component.editStatus(kinds.deviceClaims(), claim, status -> {
                    if (!status.has("allocation")) {
                        status.set("allocation", newAllocation(node, results.stream()
                                .filter(result -> result.claim().equals(name)).toList()));
                    }
                    status.withArrayProperty("reservedFor").addObject().put("resource", "pods")
                            .put("name", StoreJson.textAt(pod, "metadata", "name"))
                            .put("uid", StoreJson.textAt(pod, "metadata", "uid"));
                }));
            }
        }
        return claims;
    }

    private ObjectNode newAllocation(String node, List<DeviceState.AllocationResult> results) {
        var allocation = StoreJson.newObject();
        var list = allocation.putObject("devices").putArray("results");
        results.forEach(result -> list.addObject().put("request", result.request()).put("driver", result.driver())
                .put("pool", result.pool()).put("device", result.device()));
        allocation.putObject("nodeSelector").putArray("nodeSelectorTerms").addObject().putArray("matchFields")
                .addObject().put("key", "metadata.name").put("operator", "In").putArray("values").add(node);
        return allocation.put("allocationTimestamp", ObjectTimes.secondsText(component.now()));
    }

    /** Evicts the victims and nominates their node for the pod. */
    void preempt(ObjectNode pod, SchedulingDecision.Preemption preemption) throws ApiError {
        var uid = StoreJson.textAt(pod, "metadata", "uid");
        for (var victim : preemption.victims()) {
            var doomed = component.find(kinds.pods(), victim.namespace(), victim.name());
            if (doomed != null && !doomed.path("metadata").hasNonNull("deletionTimestamp")) {
                long generation = doomed.path("metadata").path("generation").asLong();
                component.editStatus(kinds.pods(), doomed, status -> status.withArrayProperty("conditions")
                        .add(SchedulingRecords.preemptedCondition(generation, component.now())));
                component.delete(kinds.pods(), doomed, DeleteOptions.USUAL);
                createEvent(records.preemptedEvent(doomed, uid, preemption.node(), component.now()));
            }
        }
        component.editStatus(kinds.pods(), pod, status -> status.put("nominatedNodeName", preemption.node()));
    }

    /** Writes the scheduler's message to the pod, unless it is already there. */
    void recordFailure(ObjectNode pod, String message) throws ApiError {
        var before = scheduledCondition(pod.path("status").path("conditions"));
        if (before != null && before.path("message").asText().equals(message)
                && before.path("reason").asText().equals("Unschedulable")) {
            return;
        }
        long generation = pod.path("metadata").path("generation").asLong();
        var fresh = SchedulingRecords.unschedulableCondition(message, generation, component.now());
        if (before != null && before.path("status").asText().equals("False")) {
            fresh.set("lastTransitionTime", before.path("lastTransitionTime"));
        }
        component.editStatus(kinds.pods(), pod, status -> putCondition(status.withArrayProperty("conditions"), fresh));
        createEvent(records.failedEvent(pod, message, component.now()));
    }

    void recordGated(ObjectNode pod) throws ApiError {
        if (scheduledCondition(pod.path("status").path("conditions")) == null) {
            component.editStatus(kinds.pods(), pod, status -> putCondition(status.withArrayProperty("conditions"),
                    SchedulingRecords.gatedCondition(component.now())));
        }
    }

    private static @Nullable JsonNode scheduledCondition(JsonNode conditions) {
        for (var condition : conditions) {
            if (condition.path("type").asText().equals("PodScheduled")) {
                return condition;
            }
        }
        return null;
    }

    private static void putCondition(ArrayNode conditions, ObjectNode fresh) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.path(i).path("type").equals(fresh.path("type"))) {
                conditions.set(i, fresh);
                return;
            }
        }
        conditions.add(fresh);
    }

    private void createEvent(ObjectNode event) throws ApiError {
        component.create(kinds.events(), event);
    }
}
