package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.patch.schema.SimulatedKindSchema;

/**
 * Validator of objects of the built-in kinds. Objects must have been decoded, given their defaults and prepared.
 *
 * <p>A real server tells some faults of an update several times, because several of its rules find them; so does this.
 */
public final class SimulatedObjectValidator {

    private final SimulatedKindSchema kind;
    private final JsonNode object;
    private final @Nullable JsonNode oldObject;
    private final SimulatedValidationErrorCollector findings = new SimulatedValidationErrorCollector();

    private SimulatedObjectValidator(SimulatedKindSchema kind, JsonNode object, @Nullable JsonNode oldObject) {
        this.kind = kind;
        this.object = object;
        this.oldObject = oldObject;
    }

    /**
     * Returns the causes for refusing a new object, or an update of one; empty if it is valid.
     *
     * @param old the stored object, null when the object is new
     */
    public static List<StatusCause> validate(SimulatedKindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
        var validation = new SimulatedObjectValidator(kind, object, old);
        if (old == null) {
            validation.metadataRules().check(object.path("metadata"));
            validation.checkObject();
        } else {
            validation.checkMetadataUpdate(old);
            if (!kind.custom()) {
                validation.metadataRules().check(object.path("metadata"));
                validation.checkObject();
                validation.metadataRules().checkUpdate(object.path("metadata"), old.path("metadata"));
                validation.checkChange(old);
            }
        }
        return validation.findings.causes();
    }

    /** Returns the causes for refusing an update through {@code /status}. */
    public static List<StatusCause> validateStatus(SimulatedKindSchema kind, ObjectNode object, ObjectNode old) {
        var validation = new SimulatedObjectValidator(kind, object, old);
        validation.checkMetadataUpdate(old);
        validation.metadataRules().checkUpdate(object.path("metadata"), old.path("metadata"));
        switch (kind.kind()) {
            case "Node" -> new SimulatedNodeValidationRules(object, validation.findings).checkUpdate(old);
            case "ResourceClaim" -> new SimulatedDraValidationRules(object, validation.findings).checkClaimStatus();
            default -> {}
        }
        return validation.findings.causes();
    }

    /** Returns the causes for refusing an update of a pod through {@code /resize}. */
    public static List<StatusCause> validateResize(ObjectNode pod, ObjectNode old) {
        var findings = new SimulatedValidationErrorCollector();
        SimulatedPodResizeValidationRules.check(pod.path("spec"), old.path("spec"), findings);
        return findings.causes();
    }

    /**
     * Refuses an object with these causes; does nothing when there are none.
     *
     * @throws SimulatedApiException 422
     */
    public static void refuseInvalid(SimulatedKindSchema kind, JsonNode object, List<StatusCause> causes)
            throws SimulatedApiException {
        if (!causes.isEmpty()) {
            throw SimulatedApiException.invalid(kind.objectSubject(object.path("metadata").path("name").asText()),
                    causes);
        }
    }

    private SimulatedMetadataValidationRules metadataRules() {
        return new SimulatedMetadataValidationRules(kind, findings);
    }

    /** Checks the metadata of every update before the rules of the kind. */
    private void checkMetadataUpdate(JsonNode before) {
        metadataRules().check(object.path("metadata"));
        metadataRules().checkUpdate(object.path("metadata"), before.path("metadata"));
    }

    private void checkObject() {
        var cluster = new SimulatedConfigAndRbacValidation(object, oldObject, findings);
        var devices = new SimulatedDraValidationRules(object, findings);
        var nodes = new SimulatedNodeValidationRules(object, findings);
        switch (kind.custom() ? "custom" : kind.kind()) {
            case "Pod" -> new SimulatedPodSpecValidationRules(object.path("spec"), "spec", findings).check();
            case "Node" -> {
                nodes.checkTaints();
                nodes.checkResources();
            }
            case "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "ReplicationController", "Job",
                    "PodTemplate" ->
                new SimulatedWorkloadValidationRules(kind.kind(), object, findings).check();
            case "CronJob" -> new SimulatedCronJobValidationRules(object, oldObject, findings).check();
            case "HorizontalPodAutoscaler" -> new SimulatedHpaValidationRules(object, oldObject, findings).check();
            case "ResourceQuota" -> new SimulatedQuotaValidationRules(object, findings).checkQuota(oldObject);
            case "LimitRange" -> new SimulatedQuotaValidationRules(object, findings).checkLimitRange();
            case "DeviceClass" -> devices.checkDeviceClass();
            case "ResourceClaim" -> devices.checkClaim(oldObject);
            case "ResourceClaimTemplate" -> devices.checkTemplate(oldObject);
            case "ResourceSlice" -> devices.checkSlice(oldObject);
            case "ConfigMap" -> cluster.checkConfigMap();
            case "Secret" -> cluster.checkSecret();
            case "Service" -> new SimulatedServiceValidationRules(object, oldObject, findings).check();
            case "PodDisruptionBudget" -> cluster.checkBudget();
            case "PriorityClass" -> cluster.checkPriorityClass();
            case "RuntimeClass" -> cluster.checkRuntimeClass();
            case "RoleBinding", "ClusterRoleBinding" -> cluster.checkRoleBinding();
            case "PersistentVolumeClaim" -> cluster.checkClaim();
            case "CustomResourceDefinition" -> cluster.checkDefinition();
            default -> {}
        }
    }

    private void checkChange(JsonNode before) {
        switch (kind.kind()) {
            case "Pod" -> new SimulatedPodUpdateValidationRules(object, before, findings).check();
            case "Node" -> new SimulatedNodeValidationRules(object, findings).checkUpdate(before);
            default -> new SimulatedWorkloadValidationRules(kind.kind(), object, findings).checkUpdate(before);
        }
    }
}
