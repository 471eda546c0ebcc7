package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.fleet.plan.Line;
import tessera.demo.fleet.plan.Operand;
import tessera.demo.fleet.plan.Policy;

/** The DaemonSets of the GPU stack as the operator makes them from its policy. */
public final class OperandTemplates {

    private static final Policy USUAL = new Policy(Policy.usual());
    private static final String CONFIGS = "available-configs";
    private static final String CONFIG = "config";

    private OperandTemplates() {}

    /** The template in force for a line of the fleet; that of other lines stays as it is. */
    static void dress(ObjectNode template, Line line) {
        Operand.of(line.name()).ifPresent(operand -> dress(template, operand, USUAL));
    }

    /** The annotation by which the operator knows what it has made a DaemonSet of. */
    public static final String APPLIED = "nvidia.com/last-applied-hash";

    /** A DaemonSet as the operator makes it, without its owner. */
    public static ObjectNode daemonSet(Operand operand, Policy policy, String namespace) {
        var line = operand.line();
        var set = JsonNodeFactory.instance.objectNode().put("kind", "DaemonSet").put("apiVersion", "apps/v1");
        var metadata = set.putObject("metadata").put("name", line.name()).put("namespace", namespace);
        Scribe.put(metadata, "labels", line.labels());
        var spec = set.putObject("spec");
        Scribe.put(spec.putObject("selector"), "matchLabels", selector(line));
        var template = Templates.of(line, Templates.labels(line));
        dress(template, operand, policy);
        spec.set("template", template);
        spec.set("updateStrategy", strategy(operand, policy));
        metadata.putObject("annotations").put(APPLIED, Integer.toString(spec.toString().hashCode()));
        return set;
    }

    /** By what a DaemonSet knows its pods: by what stays the same from one version to the next. */
    static Map<String, String> selector(Line line) {
        var labels = new TreeMap<>(line.labels());
        labels.remove("helm.sh/chart");
        labels.remove("app.kubernetes.io/managed-by");
        return labels;
    }

    /** What the operator has made an operand of, as it notes it. */
    static String applied(Operand operand) {
        return daemonSet(operand, USUAL, "").at("/metadata/annotations").path(APPLIED).asText();
    }

    /** How pods of an operand are replaced; those of the driver only when their node is free. */
    public static ObjectNode strategy(Operand operand, Policy policy) {
        var strategy = JsonNodeFactory.instance.objectNode();
        var wanted = policy.daemonSets().path("updateStrategy").asText("RollingUpdate");
        if (operand.daemonSet().equals(Operand.DRIVER) || wanted.equals("OnDelete")) {
            return strategy.put("type", "OnDelete");
        }
        var rolling = strategy.put("type", "RollingUpdate").putObject("rollingUpdate");
        var most = policy.daemonSets().path("rollingUpdate").path("maxUnavailable").asText("1");
        if (most.endsWith("%")) {
            rolling.put("maxUnavailable", most);
        } else {
            rolling.put("maxUnavailable", most.matches("\\d{1,6}") ? Integer.parseInt(most) : 1);
        }
        rolling.put("maxSurge", 0);
        return strategy;
    }

    /** Puts into a bare template what the policy says. */
    private static void dress(ObjectNode template, Operand operand, Policy policy) {
        var spec = (ObjectNode) template.path("spec");
        var image = policy.image(operand);
        spec.path("containers").forEach(container -> ((ObjectNode) container).put("image", image));
        var own = Operand.of(Operand.VALIDATOR).map(policy::image).orElse(image);
        spec.path("initContainers").forEach(each -> ((ObjectNode) each).put("image",
                each.path("name").asText().endsWith("-validation") ? own : image));
        var main = (ObjectNode) spec.path("containers").path(0);
        main.putObject("securityContext").put("privileged", true);
        switch (operand.daemonSet()) {
            case Operand.PLUGIN -> {
                variable(main, "MIG_STRATEGY", policy.migStrategy());
                variable(main, "FAIL_ON_INIT_ERROR", "true");
                configure(spec, policy, image, "nvidia-device-plugin");
            }
            case Operand.DISCOVERY -> {
                variable(main, "MIG_STRATEGY", policy.migStrategy());
                variable(main, "GFD_SLEEP_INTERVAL", "60s");
                configure(spec, policy, image, "gpu-feature-discovery");
            }
            case Operand.MIG -> layOut(spec, main, policy);
            default -> {}
        }
        var tolerations = policy.daemonSets().path("tolerations");
        if (tolerations.isArray()) {
            spec.set("tolerations", tolerations.deepCopy());
        }
        spec.put("priorityClassName", policy.daemonSets().path("priorityClassName").asText("system-node-critical"));
        var metadata = (ObjectNode) template.path("metadata");
        add(metadata, "labels", policy.daemonSets().path("labels"));
        add(metadata, "annotations", policy.daemonSets().path("annotations"));
    }

    private static void add(ObjectNode metadata, String field, JsonNode more) {
        more.properties().forEach(each -> metadata.withObjectProperty(field).set(each.getKey(), each.getValue()));
    }

    private static void variable(ObjectNode container, String name, String value) {
        container.withArrayProperty("env").addObject().put("name", name).put("value", value);
    }

    /** Beside the plugin runs who finds its configuration by the node's label, once before it starts and then always. */
    private static void configure(ObjectNode spec, Policy policy, String image, String process) {
        if (policy.pluginConfig().isEmpty()) {
            return;
        }
        variable((ObjectNode) spec.path("containers").path(0), "CONFIG_FILE", "/config/config.yaml");
        var volumes = spec.withArrayProperty("volumes");
        volumes.addObject().put("name", CONFIGS).putObject("configMap").put("name", policy.pluginConfig())
                .put("defaultMode", 420);
        volumes.addObject().put("name", CONFIG).putObject("emptyDir");
        for (var name : List.of("config-manager-init", "config-manager")) {
            boolean once = name.endsWith("-init");
            var container = ((ArrayNode) spec.path(once ? "initContainers" : "containers")).addObject()
                    .put("name", name).put("image", image);
            container.putArray("command").add("config-manager");
            variable(container, "ONESHOT", Boolean.toString(once));
            node(container);
            variable(container, "NODE_LABEL", "nvidia.com/device-plugin.config");
            variable(container, "CONFIG_FILE_SRCDIR", "/available-configs");
            variable(container, "CONFIG_FILE_DST", "/config/config.yaml");
            variable(container, "DEFAULT_CONFIG", policy.usualPluginConfig());
            variable(container, "PROCESS_TO_SIGNAL", process);
            mount(container, CONFIGS, "/available-configs");
            mount(container, CONFIG, "/config");
            Templates.finish(container);
        }
        mount((ObjectNode) spec.path("containers").path(0), CONFIG, "/config");
    }

    private static void mount(ObjectNode container, String volume, String path) {
        container.withArrayProperty("volumeMounts").addObject().put("name", volume).put("mountPath", path);
    }

    private static void node(ObjectNode container) {
        container.withArrayProperty("env").addObject().put("name", "NODE_NAME").putObject("valueFrom")
                .putObject("fieldRef").put("apiVersion", "v1").put("fieldPath", "spec.nodeName");
    }

    private static void layOut(ObjectNode spec, ObjectNode main, Policy policy) {
        node(main);
        if (!policy.migConfig().isEmpty()) {
            variable(main, "CONFIG_FILE", "/mig-parted-config/config.yaml");
            spec.withArrayProperty("volumes").addObject().put("name", "mig-parted-config").putObject("configMap")
                    .put("name", policy.migConfig()).put("defaultMode", 420);
            mount(main, "mig-parted-config", "/mig-parted-config");
        }
        variable(main, "GPU_CLIENTS_FILE", "/gpu-clients/clients.yaml");
        variable(main, "WITH_REBOOT", Boolean.toString(policy.reboots()));
    }
}
