package tessera.cluster.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.model.StatusCondition;
import tessera.stack.ClusterPolicySummary;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackObjects.OperatorDeployment;
import tessera.stack.OperandDaemonSet;

/** Reader of API objects that belong to a GPU stack. */
final class GpuStackObjectDecoder {

    /** Sections of a ClusterPolicy that turn a part off. */
    private static final Map<String, GpuStackComponent> SECTIONS = Map.of("driver", GpuStackComponent.DRIVER, "toolkit",
            GpuStackComponent.TOOLKIT, "devicePlugin", GpuStackComponent.PLUGIN, "gfd", GpuStackComponent.FEATURES,
            "dcgmExporter",
            GpuStackComponent.EXPORTER, "migManager", GpuStackComponent.MIG);

    private GpuStackObjectDecoder() {}

    static ClusterPolicySummary readPolicy(JsonNode policy) {
        var spec = policy.path("spec");
        var conditions = new ArrayList<StatusCondition>();
        policy.at("/status/conditions")
                .forEach(element -> conditions.add(new StatusCondition(element.path("type").asText(""),
                        element.path("status").asText(""), element.path("reason").asText(""),
                        element.path("message").asText(""),
                        parseTime(element.path("lastTransitionTime").asText("")))));
        var disabled = SECTIONS.entrySet().stream()
                .filter(section -> !spec.path(section.getKey()).path("enabled").asBoolean(true))
                .map(Map.Entry::getValue).sorted().toList();
        return new ClusterPolicySummary(policy.at("/metadata/name").asText(""), policy.at("/status/state").asText(""),
                conditions,
                spec.at("/driver/version").asText(""), disabled,
                HttpGpuStackReader.helmReleaseOf(policy.at("/metadata/annotations")));
    }

    static OperandDaemonSet readOperand(JsonNode set) {
        var selector = new HashMap<String, String>();
        set.at("/spec/template/spec/nodeSelector").properties()
                .forEach(label -> selector.put(label.getKey(), label.getValue().asText()));
        return new OperandDaemonSet(set.at("/metadata/namespace").asText(""), set.at("/metadata/name").asText(""),
                set.at("/status/desiredNumberScheduled").asInt(0), set.at("/status/numberReady").asInt(0), selector,
                set.at("/spec/template/spec/containers/0/image").asText(""));
    }

    static OperatorDeployment readOperator(JsonNode deployment) {
        var labels = deployment.at("/metadata/labels");
        var image = deployment.at("/spec/template/spec/containers/0/image").asText("");
        var tag = image.substring(Math.max(image.lastIndexOf('/'), 0));
        return new OperatorDeployment(deployment.at("/metadata/namespace").asText(""),
                deployment.at("/metadata/name").asText(""), deployment.at("/spec/replicas").asInt(1),
                deployment.at("/status/readyReplicas").asInt(0), labels.path("app.kubernetes.io/version")
                        .asText(tag.contains(":") ? tag.substring(tag.indexOf(':') + 1) : ""));
    }

    private static @Nullable Instant parseTime(String text) {
        try {
            return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException _) {
            return null;
        }
    }
}
