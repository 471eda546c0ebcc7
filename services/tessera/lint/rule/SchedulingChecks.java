package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.fix.PlacementFixes;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;

/** Whether pods can come to nodes with GPUs, as far as a manifest tells. */
final class SchedulingChecks implements LintCheck {

    private static final String MACHINE = "node.kubernetes.io/instance-type";
    private static final String GPU = "nvidia.com/gpu";
    private static final String PRODUCT = "nvidia.com/gpu.product";
    private static final String GKE = "cloud.google.com/gke-accelerator";
    private static final List<String> ACCELERATORS = List.of("nvidia-l4", "nvidia-tesla-a100", "nvidia-a100-80gb",
            "nvidia-h100-80gb");
    private static final List<String> STRATEGIES = List.of("none", "single", "mixed");
    private static final String COUNT = "nvidia.com/gpu.count";
    private static final Set<String> USUAL = Set.of("present", "true", "");
    private static final Pattern BARE = Pattern
            .compile(
                    "(A2|A10G?|A16|A30|A40|A100|L4|L40S?|H100|H200|H20|B200|B300|GB200|GB300|T4|V100|P4|P40|P100|K80)(-.+)?");
    private static final Set<String> TESLA = Set.of("T4", "V100", "P4", "P40", "P100", "K80");
    /** Each of these comes with different memory or connectors, which its name on a node tells. */
    private static final Set<String> SEVERAL = Set.of("A100", "A800", "H100", "H800", "V100");
    /** The label of nodes that HAMi is told to take, whose value is on. */
    private static final String HAMI = "gpu";
    private static final String SPOT = "kubernetes.azure.com/scalesetpriority";

    @Override
    public void template(PodTemplate template, CheckContext look) {
        if (!template.whole()) {
            return;
        }
        var spec = template.spec();
        boolean devices = SafetyChecks.asksForDevices(template, look);
        spec.at("tolerations").items().forEach(toleration -> toleration(toleration, look));
        for (var entry : spec.at("nodeSelector").entries()) {
            label(entry.key(), entry.value(), look);
            value(entry.name(), entry.value(), template, look);
            if (PlacementFixes.MEMORY.contains(entry.name())) {
                equal(entry.value(), PlacementFixes.memory(template, entry.name(), entry.value()), look);
            }
        }
        expressions(spec).forEach(expression -> expression(expression, template, look));
        if (devices) {
            missing(template, look);
            if (spec.at("nodeName").present() && !template.object().live()) {
                look.offer("node-name", spec.at("nodeName"),
                        "nodeName passes the scheduler by: where no GPU is free the kubelet refuses the pod for good",
                        PlacementFixes.node(template));
            }
        }
        spot(spec, look);
    }

    static List<ManifestValue> expressions(ManifestValue spec) {
        var affinity = spec.at("affinity", "nodeAffinity");
        var found = new ArrayList<ManifestValue>();
        affinity.at("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms").items()
                .forEach(term -> found.addAll(term.at("matchExpressions").items()));
        affinity.at("preferredDuringSchedulingIgnoredDuringExecution").items()
                .forEach(term -> found.addAll(term.at("preference", "matchExpressions").items()));
        return found;
    }

    static void toleration(ManifestValue toleration, CheckContext look) {
        var operator = toleration.at("operator").text();
        var value = toleration.at("value");
        var key = toleration.at("key");
        look.facts().mistake("tolerations", key.text()).ifPresent(mistake -> look.note("toleration-legacy", key,
                key.text() + ": " + mistake.reason(), mistake.meant(key.text())
                        .flatMap(right -> ManifestEditor.fix("Write " + right, ManifestEditor.replace(key, right)))));
        if (toleration.isMap() && key.text().isEmpty() && !operator.equals("Exists")) {
            look.offer("toleration-refused", toleration,
                    "Without a key every taint is tolerated, which only the operator Exists does; the server refuses it",
                    ManifestEditor.ways(ManifestEditor.fix("Take it away", ManifestEditor.remove(toleration)),
                            all(toleration)));
        } else if (operator.equals("Exists") && !value.text().isEmpty()) {
            look.note("toleration-refused", value,
                    "With the operator Exists there can be no value; the server refuses it",
                    ManifestEditor.fix("Take the value away", ManifestEditor.remove(value)));
        } else if (toleration.at("key").text().equals(GPU) && (operator.isEmpty() || operator.equals("Equal"))
                && USUAL.contains(value.text())) {
            look.note("toleration-narrow", toleration,
                    "It tolerates the value “%s” only; nodes are tainted with present, true or nothing"
                            .formatted(value.text()),
                    wide(toleration));
        }
    }

    private static Optional<LintFix> all(ManifestValue toleration) {
        return toleration.at("operator").written() || toleration.at("value").written() ? Optional.empty()
                : ManifestEditor.fix("Tolerate every taint",
                        ManifestEditor.insert(toleration, "operator", JsonNodeFactory.instance.textNode("Exists")));
    }

    private static Optional<LintFix> wide(ManifestValue toleration) {
        var operator = toleration.at("operator");
        var value = toleration.at("value");
        var words = "Tolerate every value";
        if (operator.present()) {
            return value.written()
                    ? ManifestEditor.fix(words, ManifestEditor.replace(operator, "Exists"),
                            ManifestEditor.remove(value))
                    : ManifestEditor.fix(words, ManifestEditor.replace(operator, "Exists"));
        }
        return value.written()
                ? ManifestEditor.fix(words, ManifestEditor.replace(value.key(), "operator"),
                        ManifestEditor.replace(value, "Exists"))
                : ManifestEditor.fix(words,
                        ManifestEditor.insert(toleration, "operator", JsonNodeFactory.instance.textNode("Exists")));
    }

    static void label(ManifestValue key, ManifestValue value, CheckContext look) {
        label(key, value, false, look);
    }

    /** @param compared whether it is compared as a number is */
    private static void label(ManifestValue key, ManifestValue value, boolean compared, CheckContext look) {
        look.facts().mistake("legacyLabels", key.text()).ifPresent(mistake -> mistake.meant(key.text())
                .ifPresent(right -> look.note("label-legacy", key, "%s: %s %s".formatted(key.text(), mistake.reason(),
                        right), ManifestEditor.fix("Write " + right, ManifestEditor.replace(key, right)))));
        if (key.text().equals(HAMI) && value.text().equals("on")) {
            return;
        }
        look.facts().mistake("labels", key.text()).ifPresent(mistake -> {
            var meant = mistake.meant(key.text())
                    .map(right -> compared ? ComparisonChecks.comparable(right) : right);
            if (meant.isEmpty()) {
                // Somebody may label nodes so: what the cluster has is not the fault of the file.
                look.doubt("label-unknown", key, LintSeverity.HINT, key.text() + ": " + mistake.reason(),
                        PlacementFixes.discovered(key, value));
            } else {
                look.note("label-unknown", key, key.text() + ": " + mistake.reason(),
                        meant.flatMap(name -> ManifestEditor.fix("Write " + name, ManifestEditor.replace(key, name))));
            }
        });
    }

    private static void value(String label, ManifestValue value, PodTemplate template, CheckContext look) {
        look.facts().mistake("labelValues", label + "=" + value.text()).ifPresent(mistake -> {
            var meant = mistake.meant(label + "=" + value.text());
            look.note("label-value-unknown", value.position(), value.text() + ": " + mistake.reason(),
                    meant.flatMap(right -> ManifestEditor.fix("Write " + right, ManifestEditor.replace(value, right))),
                    meant.isPresent() ? List.of()
                            : PlacementFixes.values(template, label, value, look.cluster(), STRATEGIES));
        });
        if (label.equals(MACHINE)) {
            look.facts().mistake("machines", value.text()).ifPresent(
                    mistake -> look.offer("machine-retired", value, value.text() + ": " + mistake.reason(),
                            PlacementFixes.values(template, label, value, look.cluster(), List.of())));
        }
        if (label.equals(PRODUCT)) {
            product(value, template, look);
        }
        if (label.equals(GKE)) {
            look.facts().mistake("gkeAccelerators", value.text()).ifPresent(mistake -> {
                var meant = mistake.meant(value.text());
                look.note("label-value-unknown", value.position(), value.text() + ": " + mistake.reason(),
                        meant.flatMap(
                                right -> ManifestEditor.fix("Write " + right, ManifestEditor.replace(value, right))),
                        meant.isPresent() ? List.of()
                                : PlacementFixes.values(template, label, value, look.cluster(), ACCELERATORS));
            });
        }
    }

    private static void equal(ManifestValue value, List<LintFix> ways, CheckContext look) {
        look.offer("memory-compared-for-equality", value,
                "How much memory a label says depends on the driver: compare with Gt, or choose the product", ways);
    }

    private static void product(ManifestValue value, PodTemplate template, CheckContext look) {
        var written = value.text();
        var bare = BARE.matcher(written);
        if (SEVERAL.contains(written)) {
            look.offer("product-name-old", value,
                    "There are several " + written + ", and drivers give each its whole name, "
                            + "such as NVIDIA-H100-80GB-HBM3: take it from the nodes",
                    PlacementFixes.values(template, PRODUCT, value, look.cluster(), PlacementFixes.products(written)));
        } else if (bare.matches()) {
            var right = (TESLA.contains(bare.group(1)) ? "Tesla-" : "NVIDIA-") + written;
            look.note("product-name-old", value, "Drivers call it " + right,
                    ManifestEditor.fix("Write " + right, ManifestEditor.replace(value, right)));
        }
    }

    private static void expression(ManifestValue expression, PodTemplate template, CheckContext look) {
        var label = expression.at("key").text();
        label(expression.at("key"), expression.at("values"), ComparisonChecks.compares(expression), look);
        if (expression.at("operator").text().matches("In|NotIn")) {
            expression.at("values").items().forEach(value -> value(label, value, template, look));
            if (PlacementFixes.MEMORY.contains(label)) {
                equal(expression.at("values", "0"), PlacementFixes.memory(expression), look);
            }
        }
        long wanted = template.extended().getOrDefault(GPU, 0L);
        var bound = expression.at("values", "0");
        if (label.equals(COUNT) && expression.at("operator").text().equals("Gt") && wanted > 0
                && bound.text().equals(Long.toString(wanted))) {
            look.note("count-strictly-greater", bound, "Gt leaves out nodes with exactly %d GPUs, which the pod fits on"
                    .formatted(wanted),
                    ManifestEditor.fix("Write " + (wanted - 1),
                            ManifestEditor.replace(bound, Long.toString(wanted - 1))));
        }
    }

    private static void missing(PodTemplate template, CheckContext look) {
        boolean nvidia = template.extended().entrySet().stream()
                .anyMatch(entry -> entry.getValue() > 0 && entry.getKey().startsWith("nvidia.com/"));
        boolean tolerated = template.spec().at("tolerations").items().stream()
                .anyMatch(toleration -> toleration.at("key").text().equals(GPU)
                        || (toleration.at("key").text().isEmpty()
                                && toleration.at("operator").text().equals("Exists")));
        if (nvidia && !tolerated && !onGke(template) && look.cluster().isEmpty()) {
            look.note("toleration-missing", DeviceLintChecks.devices(template, look),
                    "Nodes with GPUs are often tainted with nvidia.com/gpu, which this pod does not tolerate",
                    ManifestEditor.fix("Tolerate nvidia.com/gpu", ManifestEditor.add(template.spec(), "tolerations",
                            toleration(GPU, "", "NoSchedule"))));
        }
    }

    /** Whether it selects nodes of GKE, whose server adds the toleration by itself. */
    private static boolean onGke(PodTemplate template) {
        return template.spec().at("nodeSelector").entries().stream()
                .anyMatch(label -> label.name().startsWith("cloud.google.com/gke-"));
    }

    /** One for a taint, whatever its value if none is said. */
    static ObjectNode toleration(String key, String value, String effect) {
        var toleration = JsonNodeFactory.instance.objectNode().put("key", key);
        // What else stands there on other nodes is meant as well.
        if (value.isEmpty() || (key.equals(GPU) && USUAL.contains(value))) {
            toleration.put("operator", "Exists");
        } else {
            toleration.put("operator", "Equal").put("value", value);
        }
        return toleration.put("effect", effect);
    }

    private static void spot(ManifestValue spec, CheckContext look) {
        var chosen = spec.at("nodeSelector", SPOT);
        boolean tolerated = spec.at("tolerations").items().stream()
                .anyMatch(toleration -> toleration.at("key").text().equals(SPOT)
                        || toleration.at("key").text().isEmpty());
        if (chosen.text().equals("spot") && !tolerated) {
            look.note("spot-not-tolerated", chosen.key(), "Spot nodes of AKS are tainted with %s=spot".formatted(SPOT),
                    ManifestEditor.fix("Tolerate it",
                            ManifestEditor.add(spec, "tolerations", toleration(SPOT, "spot", "NoSchedule"))));
        }
    }
}
