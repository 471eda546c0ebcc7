package tessera.lint.rule;

import java.util.List;
import java.util.Map;
import tessera.lint.source.Value;

/** The fields without which servers refuse what has them, by type, as far as no rule of its own tells of them. */
final class NeededFields {

    private static final List<String> TEMPLATE = List.of("template");
    private static final Map<String, List<String>> NEEDED = Map.ofEntries(
            Map.entry("Pod", List.of("spec")), Map.entry("PodSpec", List.of("containers")),
            Map.entry("PodTemplateSpec", List.of("spec")), Map.entry("Container", List.of("name", "image")),
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
            Map.entry("MetricSpec", List.of("type")), Map.entry("MetricTarget", List.of("type")),
            Map.entry("ResourceMetricSource", List.of("name", "target")), Map.entry("DeviceRequest", List.of("name")),
            Map.entry("ExactDeviceRequest", List.of("deviceClassName")),
            Map.entry("DeviceSubRequest", List.of("name", "deviceClassName")));

    private NeededFields() {}

    static List<String> of(String type) {
        return NEEDED.getOrDefault(type, List.of());
    }

    /** Whether a field says nothing; an empty name has a rule of its own. */
    static boolean lacks(Value around, String field) {
        var value = around.at(field);
        return !value.present() || (value.isText() && value.text().isEmpty() && !field.equals("name")) || (value.isList() && value.items().isEmpty())
                || (value.isMap() && value.entries().isEmpty());
    }
}
