package tessera.demo.control.placing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.schedule.SimulatedSchedulerConditionEventFactory;
import tessera.demo.schedule.SimulatedSchedulingDecision;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.dra.ClaimDeviceAllocation;

/** Writer of scheduling decisions to the cluster. */
record SimulatedSchedulingDecisionWriter(SimulatedControlPlaneComponent component,
        SimulatedControllerResourceTypes types,
        SimulatedSchedulerConditionEventFactory records) {

    /** Binds the pod to the node and returns the updated pod. */
    ObjectNode bind(ObjectNode pod, String node) throws SimulatedApiException {
        var bound = component.bind(pod, node);
        createEvent(records.scheduledEvent(pod, node, component.now()));
        return bound;
    }

    /** Writes the allocations and reservations of a pod's claims; returns the updated claims. */
    List<ObjectNode> allocate(ObjectNode pod, String node, List<ClaimDeviceAllocation> results)
            throws SimulatedApiException {
        var claims = new ArrayList<ObjectNode>();
        for (var name : SimulatedResourceClaimController.existingClaimNames(pod)) {
            var claim = component.find(types.deviceClaims(),
                    SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace"), name);
            if (claim != null) {
                component.edit(types.deviceClaims(), claim, draft -> {
                    var guards = SimulatedStoreJsonCodec.childObject(draft, "metadata").withArrayProperty("finalizers");
                    if (guards.valueStream().map(JsonNode::asText)
                            .noneMatch(SimulatedResourceClaimController.GUARD::equals)) {
                        guards.add(SimulatedResourceClaimController.GUARD);
                    }
                });
                claims.add(component.editStatus(types.deviceClaims(), claim,
                        status -> reserveClaim(status, node, results, name, pod)));
            }
        }
        return claims;
    }

    private void reserveClaim(ObjectNode status, String node, List<ClaimDeviceAllocation> results,
            String name, ObjectNode pod) {
        if (!status.has("allocation")) {
            status.set("allocation", newAllocation(node, results.stream()
                    .filter(result -> result.claim().equals(name)).toList()));
        }
        status.withArrayProperty("reservedFor").addObject().put("resource", "pods")
                .put("name", SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"))
                .put("uid", SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid"));
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
    void preempt(ObjectNode pod, SimulatedSchedulingDecision.PreemptionDecision preemptionDecision)
            throws SimulatedApiException {
        var uid = SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid");
        for (var preemptionVictim : preemptionDecision.victims()) {
            var doomed = component.find(types.pods(), preemptionVictim.namespace(), preemptionVictim.name());
            if (doomed != null && !doomed.path("metadata").hasNonNull("deletionTimestamp")) {
                long generation = doomed.path("metadata").path("generation").asLong();
                component.editStatus(types.pods(), doomed, status -> status.withArrayProperty("conditions")
                        .add(SimulatedSchedulerConditionEventFactory.preemptedCondition(generation, component.now())));
                component.delete(types.pods(), doomed, SimulatedDeleteOptions.USUAL);
                createEvent(records.preemptedEvent(doomed, uid, preemptionDecision.node(), component.now()));
            }
        }
        component.editStatus(types.pods(), pod, status -> status.put("nominatedNodeName", preemptionDecision.node()));
    }

    /** Writes the scheduler's message to the pod, unless it is already there. */
    void recordFailure(ObjectNode pod, String message) throws SimulatedApiException {
        var before = scheduledCondition(pod.path("status").path("conditions"));
        if (before != null && before.path("message").asText().equals(message)
                && before.path("reason").asText().equals("Unschedulable")) {
            return;
        }
        long generation = pod.path("metadata").path("generation").asLong();
        var fresh = SimulatedSchedulerConditionEventFactory.unschedulableCondition(message, generation,
                component.now());
        if (before != null && before.path("status").asText().equals("False")) {
            fresh.set("lastTransitionTime", before.path("lastTransitionTime"));
        }
        component.editStatus(types.pods(), pod, status -> putCondition(status.withArrayProperty("conditions"), fresh));
        createEvent(records.failedEvent(pod, message, component.now()));
    }

    void recordGated(ObjectNode pod) throws SimulatedApiException {
        if (scheduledCondition(pod.path("status").path("conditions")) == null) {
            component.editStatus(types.pods(), pod, status -> putCondition(status.withArrayProperty("conditions"),
                    SimulatedSchedulerConditionEventFactory.gatedCondition(component.now())));
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

    private void createEvent(ObjectNode event) throws SimulatedApiException {
        component.create(types.events(), event);
    }
}
