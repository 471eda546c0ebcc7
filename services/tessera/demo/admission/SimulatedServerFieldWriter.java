package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.kube.requests.PodQosClass;

/**
 * The fields that the server writes before validation: identity, generation, and the half of the object that the request must not change.
 */
public final class SimulatedServerFieldWriter {

    private static final String JOB_PREFIX = "batch.kubernetes.io/";
    private static final Set<String> WITH_GENERATION = Set.of("Pod", "Deployment", "ReplicaSet", "DaemonSet",
            "StatefulSet", "ReplicationController", "Job", "CronJob", "PodDisruptionBudget", "PodTemplate", "Ingress",
            "IngressClass", "NetworkPolicy", "EndpointSlice", "CSIDriver", "DeviceClass", "ResourceSlice",
            "PriorityClass", "ValidatingWebhookConfiguration", "MutatingWebhookConfiguration",
            "CustomResourceDefinition");
    private static final int LONGEST_PREFIX = 58;

    private SimulatedServerFieldWriter() {}

    /** Returns whether objects of a kind have a generation that counts changes of the spec. */
    static boolean hasGeneration(SimulatedKindSchema kind) {
        return kind.custom() || WITH_GENERATION.contains(kind.kind());
    }

    /** Returns the client's object without the fields that only the server sets. The argument does not change. */
    public static ObjectNode clearServerFields(ObjectNode object) {
        var metadata = JsonTreeOperations.shallowCopy(object.path("metadata"));
        metadata.remove(
                List.of("uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"));
        return JsonTreeOperations.shallowCopy(object).set("metadata", metadata);
    }

    /**
     * Returns a new object as it will be stored, except for its resource version. The argument does not change.
     *
     * @throws SimulatedApiException 500 when the client sent a resource version
     */
    public static ObjectNode prepareNew(SimulatedKindSchema kind, ObjectNode object,
            SimulatedServerGeneratedMetadata birth) throws SimulatedApiException {
        var result = clearServerFields(object).deepCopy();
        var metadata = result.withObjectProperty("metadata");
        if (!metadata.path("resourceVersion").asText().isEmpty()) {
            throw SimulatedApiException.internalError("resourceVersion should not be set on objects to be created");
        }
        metadata.remove("resourceVersion");
        metadata.put("uid", birth.uid()).put("creationTimestamp",
                birth.at().truncatedTo(ChronoUnit.SECONDS).toString());
        var prefix = metadata.path("generateName").asText();
        if (metadata.path("name").asText().isEmpty() && !prefix.isEmpty()) {
            metadata.put("name", prefix.substring(0, Math.min(prefix.length(), LONGEST_PREFIX)) + birth.suffix());
        }
        if (hasGeneration(kind)) {
            metadata.put("generation", 1);
        }
        startStatus(kind, result);
        switch (kind.kind()) {
            case "Namespace" -> startNamespace(result);
            case "Job" -> addJobLabels(result);
            case "DaemonSet" -> setTemplateGeneration(result, 1);
            case "CustomResourceDefinition" -> startDefinition(result);
            default -> {}
        }
        return normalize(kind, result);
    }

    private static void startStatus(SimulatedKindSchema kind, ObjectNode object) {
        switch (kind.kind()) {
            case "Node" -> {}
            case "Pod" ->
                object.putObject("status").put("phase", "Pending").put("qosClass", PodQosClass.of(object).apiName());
            case "PersistentVolume", "PersistentVolumeClaim" -> object.putObject("status").put("phase", "Pending");
            case "Namespace" -> object.putObject("status").put("phase", "Active");
            default -> {
                if (kind.hasStatus()) {
                    object.remove("status");
                }
            }
        }
    }

    private static void startNamespace(ObjectNode namespace) {
        var finalizers = namespace.withObjectProperty("spec").withArrayProperty("finalizers");
        if (!JsonTreeOperations.textsOf(finalizers).contains("kubernetes")) {
            finalizers.add("kubernetes");
        }
    }

    private static void startDefinition(ObjectNode definition) {
        var stored = definition.withObjectProperty("status").putArray("storedVersions");
        definition.path("spec").path("versions").valueStream().filter(version -> version.path("storage").asBoolean())
                .forEach(version -> stored.add(version.path("name").asText()));
    }

    static void setTemplateGeneration(ObjectNode daemonSet, long generation) {
        SimulatedMetadata.annotationsOf(daemonSet).put("deprecated.daemonset.template.generation",
                Long.toString(generation));
    }

    static ObjectNode normalize(SimulatedKindSchema kind, ObjectNode object) throws SimulatedApiException {
        return SimulatedRequestBodyDecoder.decode(kind, object).object();
    }

    private static void addJobLabels(ObjectNode job) {
        var spec = job.withObjectProperty("spec");
        if (spec.path("manualSelector").asBoolean()) {
            return;
        }
        var uid = SimulatedMetadata.uidOf(job);
        var name = SimulatedMetadata.nameOf(job);
        var labels = spec.withObjectProperty("template").withObjectProperty("metadata").withObjectProperty("labels");
        for (var prefix : new String[] {JOB_PREFIX, ""}) {
            labels.put(prefix + "controller-uid", uid).put(prefix + "job-name", name);
        }
        spec.withObjectProperty("selector").withObjectProperty("matchLabels").put(JOB_PREFIX + "controller-uid", uid);
        var own = job.withObjectProperty("metadata");
        if (own.path("labels").isEmpty()) {
            own.set("labels", labels.deepCopy());
        }
    }
}
