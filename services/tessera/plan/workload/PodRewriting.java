package tessera.plan.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.function.Consumer;
import tessera.model.Taint;
import tessera.yaml.ReadableYaml;

/** Proposes how a pod, or what makes pods, could be written otherwise. What is no such object is left as it is. */
public final class PodRewriting {

    private static final String TOLERATIONS = "tolerations";
    private static final String GATES = "schedulingGates";

    private PodRewriting() {}

    /** With pods that put up with taints, too. */
    public static String tolerating(String yaml, Collection<Taint> taints) {
        return rewritten(yaml, spec -> taints.forEach(taint -> {
            var toleration = spec.withArrayProperty(TOLERATIONS).addObject().put("key", taint.key())
                    .put("operator", taint.value().isEmpty() ? "Exists" : "Equal");
            if (!taint.value().isEmpty()) {
                toleration.put("value", taint.value());
            }
            toleration.put("effect", taint.effect());
        }));
    }

    /** Without scheduling gates. */
    public static String ungated(String yaml, Collection<String> gates) {
        return rewritten(yaml, spec -> {
            var left = spec.withArrayProperty(GATES);
            left.removeIf(gate -> gates.contains(gate.path("name").asText()));
            if (left.isEmpty()) {
                spec.remove(GATES);
            }
        });
    }

    private static String rewritten(String yaml, Consumer<ObjectNode> change) {
        try {
            var object = ReadableYaml.mapper().readTree(yaml);
            if (!(object.at(object.path("kind").asText().equals("Pod") ? "/spec"
                    : "/spec/template/spec") instanceof ObjectNode spec)) {
                return yaml;
            }
            change.accept(spec);
            return ReadableYaml.mapper().writeValueAsString(object);
        } catch (JsonProcessingException _) {
            return yaml;
        }
    }
}
