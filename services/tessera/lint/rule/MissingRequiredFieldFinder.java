package tessera.lint.rule;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.lint.rule.ObjectFieldTypes.FieldSpec;
import tessera.lint.source.ManifestValue;

/** The required fields by type, as far as no rule of their own covers them. */
final class MissingRequiredFieldFinder {

    private static final List<String> TEMPLATE = List.of("template");
    private static final List<String> SPEC = List.of("spec");
    private static final FieldSpec TEXT = new FieldSpec("string", "");
    /** Whose empty name has a rule of its own. */
    private static final Set<String> NAMED = Set.of("Container", "EphemeralContainer", "VolumeMount");
    private static final Map<String, List<String>> NEEDED = Map.ofEntries(
            Map.entry("Pod", SPEC), Map.entry("Job", SPEC), Map.entry("CronJob", SPEC), Map.entry("Deployment", SPEC),
            Map.entry("StatefulSet", SPEC), Map.entry("DaemonSet", SPEC), Map.entry("Service", SPEC),
            Map.entry("PersistentVolumeClaim", SPEC), Map.entry("HorizontalPodAutoscaler", SPEC),
            Map.entry("PodSpec", List.of("containers")),
            Map.entry("PodTemplateSpec", SPEC), Map.entry("Container", List.of("name", "image")),
            Map.entry("EphemeralContainer", List.of("name", "image")), Map.entry("EnvVar", List.of("name")),
            Map.entry("VolumeMount", List.of("name", "mountPath")), Map.entry("Volume", List.of("name")),
            Map.entry("ContainerPort", List.of("containerPort")), Map.entry("SecretKeySelector", List.of("key")),
            Map.entry("ConfigMapKeySelector", List.of("key")), Map.entry("ServicePort", List.of("port")),
            Map.entry("CronJobSpec", List.of("schedule", "jobTemplate")), Map.entry("JobSpec", TEMPLATE),
            Map.entry("DeploymentSpec", TEMPLATE), Map.entry("StatefulSetSpec", TEMPLATE),
            Map.entry("DaemonSetSpec", TEMPLATE),
            Map.entry("PersistentVolumeClaimSpec", List.of("accessModes", "resources")),
            Map.entry("VolumeResourceRequirements", List.of("requests")),
            Map.entry("HorizontalPodAutoscalerSpec", List.of("scaleTargetRef", "maxReplicas")),
            Map.entry("CrossVersionObjectReference", List.of("kind", "name")),
            Map.entry("MetricSpec", List.of("type")), Map.entry("MetricTarget", List.of("type")),
            Map.entry("ResourceMetricSource", List.of("name", "target")), Map.entry("DeviceRequest", List.of("name")),
            Map.entry("ExactDeviceRequest", List.of("deviceClassName")),
            Map.entry("DeviceSubRequest", List.of("name", "deviceClassName")));

    private MissingRequiredFieldFinder() {}

    /** Returns the required fields of a type that are missing or empty; those of an empty object are reported at that object. */
    static List<String> missingFields(ManifestValue value, String type, Map<String, FieldSpec> fields) {
        if (type.equals("VolumeResourceRequirements") && !value.at("requests").entries().isEmpty()
                && !value.at("requests", "storage").isPresent()) {
            return List.of("requests.storage");
        }
        return NEEDED.getOrDefault(type, List.of()).stream().filter(field -> isMissing(value.at(field),
                field.equals("name") && NAMED.contains(type)))
                .filter(field -> !value.at(field).isMap()
                        || !NEEDED.containsKey(fields.getOrDefault(field, TEXT).type()))
                .toList();
    }

    private static boolean isMissing(ManifestValue value, boolean named) {
        return !value.isPresent() || (value.isText() && value.text().isEmpty() && !named)
                || (value.isList() && value.items().isEmpty()) || (value.isMap() && value.entries().isEmpty());
    }
}
