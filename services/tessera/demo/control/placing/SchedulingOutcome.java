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

/** What the scheduler's decisions do to the cluster. */
record SchedulingOutcome(ControlComponent component, ControllerKinds kinds, SchedulingRecords records) {

    /** Gives the pod its node; returns the pod as it is then. */
    ObjectNode bind(ObjectNode pod, String node) throws ApiError {
        var bound = component.bind(pod, node);
        event(records.scheduledEvent(pod, node, component.now()));
        return bound;
    }

    /** Writes down what the claims of a pod get, and for whom they are kept; returns them as they are then. */
    List<ObjectNode> allocate(ObjectNode pod, String node, List<DeviceState.AllocationResult> results) throws ApiError {
        var claims = new ArrayList<ObjectNode>();
        for (var name : PodClaims.names(pod)) {
            var claim = component.find(kinds.deviceClaims(), StoreJson.text(pod, "metadata", "namespace"), name);
            if (claim != null) {
                component.edit(kinds.deviceClaims(), claim, draft -> {
                    var guards = StoreJson.child(draft, "metadata").withArrayProperty("finalizers");
                    if (guards.valueStream().noneMatch(guard -> guard.asText().equals(PodClaims.GUARD))) {
                        guards.add(PodClaims.GUARD);
                    }
                });
                claims.add(component.editStatus(kinds.deviceClaims(), claim, status -> {
                    if (!status.has("allocation")) {
                        status.set("allocation", allocation(node, results.stream()
                                .filter(result -> result.claim().equals(name)).toList()));
                    }
                    status.withArrayProperty("reservedFor").addObject().put("resource", "pods")
                            .put("name", StoreJson.text(pod, "metadata", "name"))
                            .put("uid", StoreJson.text(pod, "metadata", "uid"));
                }));
            }
        }
        return claims;
    }

    private ObjectNode allocation(String node, List<DeviceState.AllocationResult> results) {
        var allocation = StoreJson.object();
        var list = allocation.putObject("devices").putArray("results");
        results.forEach(result -> list.addObject().put("request", result.request()).put("driver", result.driver())
                .put("pool", result.pool()).put("device", result.device()));
        allocation.putObject("nodeSelector").putArray("nodeSelectorTerms").addObject().putArray("matchFields")
                .addObject().put("key", "metadata.name").put("operator", "In").putArray("values").add(node);
        return allocation.put("allocationTimestamp", ObjectTimes.seconds(component.now()));
    }

    /** Evicts the victims, and keeps their node for the pod. */
    void preempt(ObjectNode pod, SchedulingDecision.Preemption preemption) throws ApiError {
        var uid = StoreJson.text(pod, "metadata", "uid");
        for (var victim : preemption.victims()) {
            var doomed = component.find(kinds.pods(), victim.namespace(), victim.name());
            if (doomed != null && !doomed.path("metadata").hasNonNull("deletionTimestamp")) {
                long generation = doomed.path("metadata").path("generation").asLong();
                component.editStatus(kinds.pods(), doomed, status -> status.withArrayProperty("conditions")
                        .add(SchedulingRecords.preempted(generation, component.now())));
                component.delete(kinds.pods(), doomed, DeleteOptions.USUAL);
                event(records.preemptedEvent(doomed, uid, preemption.node(), component.now()));
            }
        }
        component.editStatus(kinds.pods(), pod, status -> status.put("nominatedNodeName", preemption.node()));
    }

    /** Tells why the pod has no node, unless that has been told. */
    void failed(ObjectNode pod, String message) throws ApiError {
        var before = condition(pod.path("status").path("conditions"));
        if (before != null && before.path("message").asText().equals(message)
                && before.path("reason").asText().equals("Unschedulable")) {
            return;
        }
        long generation = pod.path("metadata").path("generation").asLong();
        var fresh = SchedulingRecords.unschedulable(message, generation, component.now());
        if (before != null && before.path("status").asText().equals("False")) {
            fresh.set("lastTransitionTime", before.path("lastTransitionTime"));
        }
        component.editStatus(kinds.pods(), pod, status -> set(status.withArrayProperty("conditions"), fresh));
        event(records.failedEvent(pod, message, component.now()));
    }

    void gated(ObjectNode pod) throws ApiError {
        if (condition(pod.path("status").path("conditions")) == null) {
            component.editStatus(kinds.pods(), pod, status -> set(status.withArrayProperty("conditions"),
                    SchedulingRecords.gated(component.now())));
        }
    }

    private static @Nullable JsonNode condition(JsonNode conditions) {
        for (var condition : conditions) {
            if (condition.path("type").asText().equals("PodScheduled")) {
                return condition;
            }
        }
        return null;
    }

    private static void set(ArrayNode conditions, ObjectNode fresh) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.path(i).path("type").equals(fresh.path("type"))) {
                conditions.set(i, fresh);
                return;
            }
        }
        conditions.add(fresh);
    }

    private void event(ObjectNode event) throws ApiError {
        component.create(kinds.events(), event);
    }
}
