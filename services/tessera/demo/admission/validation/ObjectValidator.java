package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.patch.schema.KindSchema;

/**
 * What makes an object invalid. Objects must have been decoded, given their defaults and prepared.
 *
 * <p>A real server tells some faults of an update several times, because several of its rules find them; so does this.
 */
public final class ObjectValidator {

    private final KindSchema kind;
    private final JsonNode object;
    private final @Nullable JsonNode old;
    private final ValidationErrors findings = new ValidationErrors();

    private ObjectValidator(KindSchema kind, JsonNode object, @Nullable JsonNode old) {
        this.kind = kind;
        this.object = object;
        this.old = old;
    }

    /**
     * What is wrong with a new object, or with an update of one.
     *
     * @param old the stored object, null when the object is new
     */
    public static List<Cause> check(KindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
        var validation = new ObjectValidator(kind, object, old);
        if (old == null) {
            validation.metadata().check(object.path("metadata"));
            validation.itself();
        } else {
            validation.common(old);
            if (!kind.custom()) {
                validation.metadata().check(object.path("metadata"));
                validation.itself();
                validation.metadata().checkUpdate(object.path("metadata"), old.path("metadata"));
                validation.change(old);
            }
        }
        return validation.findings.causes();
    }

    /** What is wrong with an update through {@code /status}. */
    public static List<Cause> checkStatus(KindSchema kind, ObjectNode object, ObjectNode old) {
        var validation = new ObjectValidator(kind, object, old);
        validation.common(old);
        validation.metadata().checkUpdate(object.path("metadata"), old.path("metadata"));
        switch (kind.kind()) {
            case "Node" -> new NodeValidationRules(object, validation.findings).update(old);
            case "ResourceClaim" -> new DeviceRules(object, validation.findings).claimStatus();
            default -> {}
        }
        return validation.findings.causes();
    }

    /** What is wrong with an update of a pod through {@code /resize}. */
    public static List<Cause> checkResize(ObjectNode pod, ObjectNode old) {
        var findings = new ValidationErrors();
        ResizeRules.check(pod.path("spec"), old.path("spec"), findings);
        return findings.causes();
    }

    /**
     * Refuses an object with these faults; does nothing when there are none.
     *
     * @throws ApiError 422
     */
    public static void refuse(KindSchema kind, JsonNode object, List<Cause> causes) throws ApiError {
        if (!causes.isEmpty()) {
            throw ApiError.invalid(kind.object(object.path("metadata").path("name").asText()), causes);
        }
    }

    private MetadataRules metadata() {
        return new MetadataRules(kind, findings);
    }

    /** What every update is checked for before the rules of the kind. */
    private void common(JsonNode before) {
        metadata().check(object.path("metadata"));
        metadata().checkUpdate(object.path("metadata"), before.path("metadata"));
    }

    private void itself() {
        var cluster = new ClusterRules(object, old, findings);
        var devices = new DeviceRules(object, findings);
        var nodes = new NodeValidationRules(object, findings);
        switch (kind.custom() ? "custom" : kind.kind()) {
            case "Pod" -> new PodSpecRules(object.path("spec"), "spec", findings).check();
            case "Node" -> {
                nodes.taints();
                nodes.resources();
            }
            case "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "ReplicationController", "Job",
                    "PodTemplate" ->
                new WorkloadRules(kind.kind(), object, findings).check();
            case "CronJob" -> new CronJobRules(object, old, findings).check();
            case "HorizontalPodAutoscaler" -> new AutoscalerRules(object, old, findings).check();
            case "ResourceQuota" -> new QuotaRules(object, findings).quota(old);
            case "LimitRange" -> new QuotaRules(object, findings).limitRange();
            case "DeviceClass" -> devices.deviceClass();
            case "ResourceClaim" -> devices.claim(old);
            case "ResourceClaimTemplate" -> devices.template(old);
            case "ResourceSlice" -> devices.slice(old);
            case "ConfigMap" -> cluster.configMap();
            case "Secret" -> cluster.secret();
            case "Service" -> new ServiceRules(object, old, findings).check();
            case "PodDisruptionBudget" -> cluster.budget();
            case "PriorityClass" -> cluster.priorityClass();
            case "RuntimeClass" -> cluster.runtimeClass();
            case "RoleBinding", "ClusterRoleBinding" -> cluster.roleBinding();
            case "PersistentVolumeClaim" -> cluster.claim();
            case "CustomResourceDefinition" -> cluster.definition();
            default -> {}
        }
    }

    private void change(JsonNode before) {
        switch (kind.kind()) {
            case "Pod" -> new PodUpdateRules(object, before, findings).check();
            case "Node" -> new NodeValidationRules(object, findings).update(before);
            default -> new WorkloadRules(kind.kind(), object, findings).update(before);
        }
    }
}
