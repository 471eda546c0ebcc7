package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.SimulatedPodPropertyReader;
import tessera.demo.patch.schema.SimulatedKindSchema;

/**
 * The defaults of the built-in kinds. They depend on the object alone and belong to the client who sent it, as
 * {@code managedFields} shows; what admission adds comes later.
 */
public final class SimulatedObjectDefaulter {

    private SimulatedObjectDefaulter() {}

    /** Returns the object with defaults filled in. The argument, which must have been decoded, does not change. */
    public static ObjectNode apply(SimulatedKindSchema kind, ObjectNode object) {
        if (kind.custom()) {
            return object;
        }
        var result = object.deepCopy();
        var template = podTemplate(kind.kind(), result);
        if (template != null && template.get("spec") instanceof ObjectNode spec) {
            SimulatedPodDefaults.defaultSpec(spec);
        }
        switch (kind.kind()) {
            case "Pod" -> SimulatedPodDefaults.defaultPod(result);
            case "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "ReplicationController", "Job", "CronJob" ->
                SimulatedWorkloadDefaults.apply(kind.kind(), result);
            case "Service", "Endpoints", "EndpointSlice", "NetworkPolicy", "APIService" ->
                SimulatedNetworkingDefaults.apply(kind.kind(), result);
            case "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration" ->
                SimulatedNetworkingDefaults.defaultWebhooks(result);
            case "PersistentVolume", "PersistentVolumeClaim", "StorageClass" ->
                SimulatedVolumeDefaults.apply(kind.kind(), result);
            case "ResourceClaim", "ResourceClaimTemplate" -> SimulatedResourceClaimDefaults.apply(kind.kind(), result);
            default -> SimulatedClusterKindDefaults.apply(kind.kind(), result);
        }
        return result;
    }

    private static @Nullable ObjectNode podTemplate(String kind, ObjectNode object) {
        var path = SimulatedPodPropertyReader.templatePath(kind);
        var at = object;
        for (var step : path) {
            if (!(at.get(step) instanceof ObjectNode next)) {
                return null;
            }
            at = next;
        }
        return path.isEmpty() ? null : at;
    }
}
