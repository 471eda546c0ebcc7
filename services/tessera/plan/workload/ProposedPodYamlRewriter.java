package tessera.plan.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import tessera.kube.scheduling.Taint;
import tessera.yaml.ReadableYamlMapperFactory;

/** Rewrites the YAML of pods and workloads for proposals. What is no such object is left as it is. */
public final class ProposedPodYamlRewriter {

    private static final String TOLERATIONS = "tolerations";
    private static final String GATES = "schedulingGates";

    /** By which a Job knows its pods. */
    private static final List<String> OF_CONTROLLERS = List.of("controller-uid", "job-name",
            "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name");
    private static final String TOKEN = "kube-api-access-";
    /** What kubectl, and the controllers of Jobs and CronJobs, note down for themselves. */
    private static final Pattern NOTES = Pattern
            .compile("kubectl\\.kubernetes\\.io/last-applied-configuration|batch\\.kubernetes\\.io/.*");

    private ProposedPodYamlRewriter() {}

    /** Returns the YAML with pods that tolerate the taints, too. */
    public static String addTolerations(String yaml, Collection<Taint> taints) {
        return rewriteYaml(yaml, spec -> taints.forEach(taint -> {
            var toleration = spec.withArrayProperty(TOLERATIONS).addObject().put("key", taint.key()).put("operator",
                    taint.value().isEmpty() ? "Exists" : "Equal");
            if (!taint.value().isEmpty()) {
                toleration.put("value", taint.value());
            }
            toleration.put("effect", taint.effect());
        }));
    }

    /** Returns the YAML without some scheduling gates. */
    public static String removeGates(String yaml, Collection<String> gates) {
        return rewriteYaml(yaml, spec -> {
            var left = spec.withArrayProperty(GATES);
            left.removeIf(gate -> gates.contains(gate.path("name").asText()));
            if (left.isEmpty()) {
                spec.remove(GATES);
            }
        });
    }

    /** Returns a copy under another name, without fields that the server and controllers wrote. */
    public static String copyForRecreation(String yaml) {
        try {
            if (!(ReadableYamlMapperFactory.mapper().readTree(yaml) instanceof ObjectNode object)) {
                return yaml;
            }
            object.remove("status");
            var old = object.path("metadata");
            var metadata = object.putObject("metadata").put("name", old.path("name").asText() + "-2").put("namespace",
                    old.path("namespace").asText());
            if (old.path("labels") instanceof ObjectNode labels) {
                metadata.set("labels", labels.remove(OF_CONTROLLERS));
            }
            if (old.path("annotations") instanceof ObjectNode annotations) {
                annotations.properties().removeIf(note -> NOTES.matcher(note.getKey()).matches());
                metadata.set("annotations", annotations);
            }
            if (object.path("spec") instanceof ObjectNode spec) {
                // The server makes these itself.
                spec.remove(List.of("selector", "nodeName"));
                if (spec.at("/template/metadata/labels") instanceof ObjectNode labels) {
                    labels.remove(OF_CONTROLLERS);
                }
                spec.path("volumes").forEach(element -> removeTokenVolume(spec, element.path("name").asText()));
                if (spec.path("volumes") instanceof ArrayNode volumes) {
                    volumes.removeIf(element -> element.path("name").asText().startsWith(TOKEN));
                }
            }
            return ReadableYamlMapperFactory.mapper().writeValueAsString(object);
        } catch (JsonProcessingException _) {
            return yaml;
        }
    }

    /** Removes the service account token volume, which the server mounts itself. */
    private static void removeTokenVolume(ObjectNode spec, String volume) {
        if (!volume.startsWith(TOKEN)) {
            return;
        }
        for (var kind : List.of("containers", "initContainers")) {
            for (var container : spec.path(kind)) {
                if (container.path("volumeMounts") instanceof ArrayNode mounts) {
                    mounts.removeIf(mount -> mount.path("name").asText().equals(volume));
                }
            }
        }
    }

    private static String rewriteYaml(String yaml, Consumer<ObjectNode> change) {
        try {
            var object = ReadableYamlMapperFactory.mapper().readTree(yaml);
            if (!(object.at(object.path("kind").asText().equals("Pod") ? "/spec"
                    : "/spec/template/spec") instanceof ObjectNode spec)) {
                return yaml;
            }
            change.accept(spec);
            return ReadableYamlMapperFactory.mapper().writeValueAsString(object);
        } catch (JsonProcessingException _) {
            return yaml;
        }
    }
}
