package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.fix.NodeSelectionLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks that pods can be scheduled to nodes with GPUs, as far as a manifest tells. */
final class PodSchedulingLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodSchedulingLintChecks.class);
    private static final String MACHINE = "node.kubernetes.io/instance-type";
    private static final String GPU = "nvidia.com/gpu";
    private static final String PRODUCT = "nvidia.com/gpu.product";
    private static final String GKE = "cloud.google.com/gke-accelerator";
    private static final List<String> ACCELERATORS = List.of("nvidia-l4", "nvidia-tesla-a100", "nvidia-a100-80gb",
            "nvidia-h100-80gb");
    private static final List<String> STRATEGIES = List.of("none", "single", "mixed");
    private static final String COUNT = "nvidia.com/gpu.count";
    private static final Set<String> USUAL = Set.of("present", "true", "");
    private static final Pattern BARE = Pattern.compile(
            "(A2|A10G?|A16|A30|A40|A100|L4|L40S?|H100|H200|H20|B200|B300|GB200|GB300|T4|V100|P4|P40|P100|K80)(-.+)?");
    private static final Set<String> TESLA = Set.of("T4", "V100", "P4", "P40", "P100", "K80");
    /** Each of these comes with different memory or connectors, which its name on a node tells. */
    private static final Set<String> SEVERAL = Set.of("A100", "A800", "H100", "H800", "V100");
    /** The label of nodes that HAMi is told to take, whose value is on. */
    private static final String HAMI = "gpu";
    private static final String SPOT = "kubernetes.azure.com/scalesetpriority";

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete()) {
            return;
        }
        var spec = template.spec();
        boolean devices = PodSecurityLintChecks.asksForDevices(template, context);
        spec.at("tolerations").items().forEach(toleration -> checkToleration(toleration, context));
        for (var entry : spec.at("nodeSelector").entries()) {
            checkLabel(entry.key(), entry.value(), context);
            checkValue(entry.name(), entry.value(), template, context);
            if (NodeSelectionLintFixes.MEMORY.contains(entry.name())) {
                reportMemoryEquality(entry.value(),
                        NodeSelectionLintFixes.toMemoryMinimum(template, entry.name(), entry.value()), context);
            }
        }
        expressions(spec).forEach(expression -> checkExpression(expression, template, context));
        if (devices) {
            checkMissingToleration(template, context);
            if (spec.at("nodeName").isPresent() && !template.object().isLive()) {
                context.addChoice("node-name", spec.at("nodeName"), new LintSchedulingReason.NodeNameSet(),
                        NodeSelectionLintFixes.replaceNodeName(template));
            }
        }
        checkSpot(spec, context);
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

    static void checkToleration(ManifestValue toleration, LintCheckContext context) {
        var operator = toleration.at("operator").text();
        var value = toleration.at("value");
        var key = toleration.at("key");
        var nameMistake = context.facts().findMistake("tolerations", key.text()).orElse(null);
        if (nameMistake != null) {
            context.addFinding("toleration-legacy", key, nameMistake.about(key.text()),
                    nameMistake.correctionOf(key.text()).flatMap(right -> ManifestSourceEditor
                            .fixOf(MESSAGES.text("fix.write", right), ManifestSourceEditor.replace(key, right))));
        }
        if (toleration.isMap() && key.text().isEmpty() && !operator.equals("Exists")) {
            context.addChoice("toleration-refused", toleration, new LintSchedulingReason.TolerationWithoutKey(),
                    ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"),
                            ManifestSourceEditor.remove(toleration)), tolerateAllTaints(toleration)));
        } else if (operator.equals("Exists") && !value.text().isEmpty()) {
            context.addFinding("toleration-refused", value, new LintSchedulingReason.ExistsWithValue(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.value"), ManifestSourceEditor.remove(value)));
        } else if (toleration.at("key").text().equals(GPU) && (operator.isEmpty() || operator.equals("Equal"))
                && USUAL.contains(value.text())) {
            context.addFinding("toleration-narrow", toleration,
                    new LintSchedulingReason.NarrowGpuToleration(value.text()), tolerateAllValues(toleration));
        }
    }

    private static Optional<LintFix> tolerateAllTaints(ManifestValue toleration) {
        if (toleration.at("operator").isWritten() || toleration.at("value").isWritten()) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.tolerate.taints"),
                ManifestSourceEditor.insertEntry(toleration, "operator", JsonNodeFactory.instance.textNode("Exists")));
    }

    private static Optional<LintFix> tolerateAllValues(ManifestValue toleration) {
        var operator = toleration.at("operator");
        var value = toleration.at("value");
        var text = MESSAGES.text("fix.tolerate.values");
        if (operator.isPresent()) {
            if (value.isWritten()) {
                return ManifestSourceEditor.fixOf(text, ManifestSourceEditor.replace(operator, "Exists"),
                        ManifestSourceEditor.remove(value));
            }
            return ManifestSourceEditor.fixOf(text, ManifestSourceEditor.replace(operator, "Exists"));
        }
        if (value.isWritten()) {
            return ManifestSourceEditor.fixOf(text, ManifestSourceEditor.replace(value.key(), "operator"),
                    ManifestSourceEditor.replace(value, "Exists"));
        }
        return ManifestSourceEditor.fixOf(text,
                ManifestSourceEditor.insertEntry(toleration, "operator", JsonNodeFactory.instance.textNode("Exists")));
    }

    static void checkLabel(ManifestValue key, ManifestValue value, LintCheckContext context) {
        checkLabel(key, value, false, context);
    }

    /** @param compared whether it is compared as a number is */
    private static void checkLabel(ManifestValue key, ManifestValue value, boolean compared, LintCheckContext context) {
        context.facts().findMistake("legacyLabels", key.text())
                .ifPresent(nameMistake -> addLegacyLabel(nameMistake, key, context));
        if (key.text().equals(HAMI) && value.text().equals("on")) {
            return;
        }
        context.facts().findMistake("labels", key.text()).ifPresent(nameMistake -> {
            var meant = nameMistake.correctionOf(key.text())
                    .map(right -> compared ? NodeAffinityOperatorLintChecks.numericLabel(right) : right);
            if (meant.isEmpty()) {
                // Somebody may label nodes so: what the cluster has is not the fault of the file.
                context.addDoubt("label-unknown", key, LintSeverity.HINT, nameMistake.about(key.text()),
                        NodeSelectionLintFixes.toDiscoveredLabel(key, value));
            } else {
                context.addFinding("label-unknown", key, nameMistake.about(key.text()),
                        meant.flatMap(name -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", name),
                                ManifestSourceEditor.replace(key, name))));
            }
        });
    }

    private static void addLegacyLabel(CommonFieldMistakeCatalog.NameMistake nameMistake, ManifestValue key,
            LintCheckContext context) {
        nameMistake.correctionOf(key.text()).ifPresent(right -> context.addFinding("label-legacy", key,
                new LintSchedulingReason.ReplacedLabel(key.text(), nameMistake.reason(), right), ManifestSourceEditor
                        .fixOf(MESSAGES.text("fix.write", right), ManifestSourceEditor.replace(key, right))));
    }

    private static void checkValue(String label, ManifestValue value, ManifestPodTemplate template,
            LintCheckContext context) {
        context.facts().findMistake("labelValues", label + "=" + value.text())
                .ifPresent(nameMistake -> addLabelValueFinding(nameMistake, label, value, context, template));
        if (label.equals(MACHINE)) {
            context.facts().findMistake("machines", value.text()).ifPresent(nameMistake -> context.addChoice(
                    "machine-retired", value, nameMistake.about(value.text()),
                    NodeSelectionLintFixes.toKnownValues(template, label, value, context.cluster(), List.of())));
        }
        if (label.equals(PRODUCT)) {
            checkProduct(value, template, context);
        }
        if (label.equals(GKE)) {
            var nameMistake = context.facts().findMistake("gkeAccelerators", value.text()).orElse(null);
            if (nameMistake != null) {
                var meant = nameMistake.correctionOf(value.text());
                context.addFinding("label-value-unknown", value.position(), nameMistake.about(value.text()),
                        meant.flatMap(right -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                                ManifestSourceEditor.replace(value, right))),
                        meant.isPresent() ? List.of()
                                : NodeSelectionLintFixes.toKnownValues(template, label, value, context.cluster(),
                                        ACCELERATORS));
            }
        }
    }

    private static void addLabelValueFinding(CommonFieldMistakeCatalog.NameMistake nameMistake, String label,
            ManifestValue value, LintCheckContext context, ManifestPodTemplate template) {
        var meant = nameMistake.correctionOf(label + "=" + value.text());
        context.addFinding("label-value-unknown", value.position(), nameMistake.about(value.text()),
                meant.flatMap(right -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                        ManifestSourceEditor.replace(value, right))),
                meant.isPresent() ? List.of()
                        : NodeSelectionLintFixes.toKnownValues(template, label, value, context.cluster(), STRATEGIES));
    }

    private static void reportMemoryEquality(ManifestValue value, List<LintFix> fixes, LintCheckContext context) {
        context.addChoice("memory-compared-for-equality", value, new LintSchedulingReason.MemoryLabelEquality(), fixes);
    }

    private static void checkProduct(ManifestValue value, ManifestPodTemplate template, LintCheckContext context) {
        var written = value.text();
        var bare = BARE.matcher(written);
        if (SEVERAL.contains(written)) {
            context.addChoice("product-name-old", value, new LintSchedulingReason.AmbiguousProductName(written),
                    NodeSelectionLintFixes.toKnownValues(template, PRODUCT, value, context.cluster(),
                            NodeSelectionLintFixes.productNames(written)));
        } else if (bare.matches()) {
            var right = (TESLA.contains(bare.group(1)) ? "Tesla-" : "NVIDIA-") + written;
            context.addFinding("product-name-old", value, new LintSchedulingReason.OldProductName(right),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                            ManifestSourceEditor.replace(value, right)));
        }
    }

    private static void checkExpression(ManifestValue expression, ManifestPodTemplate template,
            LintCheckContext context) {
        var label = expression.at("key").text();
        checkLabel(expression.at("key"), expression.at("values"),
                NodeAffinityOperatorLintChecks.isComparison(expression), context);
        if (expression.at("operator").text().matches("In|NotIn")) {
            expression.at("values").items().forEach(value -> checkValue(label, value, template, context));
            if (NodeSelectionLintFixes.MEMORY.contains(label)) {
                reportMemoryEquality(expression.at("values", "0"), NodeSelectionLintFixes.toMemoryMinimum(expression),
                        context);
            }
        }
        long wanted = template.extendedRequests().getOrDefault(GPU, 0L);
        var bound = expression.at("values", "0");
        if (label.equals(COUNT) && expression.at("operator").text().equals("Gt") && wanted > 0
                && bound.text().equals(Long.toString(wanted))) {
            context.addFinding("count-strictly-greater", bound, new LintSchedulingReason.StrictGpuCount(wanted),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", (wanted - 1)),
                            ManifestSourceEditor.replace(bound, Long.toString(wanted - 1))));
        }
    }

    private static void checkMissingToleration(ManifestPodTemplate template, LintCheckContext context) {
        boolean nvidia = template.extendedRequests().entrySet().stream()
                .anyMatch(entry -> entry.getValue() > 0 && entry.getKey().startsWith("nvidia.com/"));
        boolean tolerated = template.spec().at("tolerations").items().stream().anyMatch(toleration -> toleration
                .at("key").text().equals(GPU)
                || (toleration.at("key").text().isEmpty() && toleration.at("operator").text().equals("Exists")));
        if (nvidia && !tolerated && !selectsGke(template) && context.cluster().isEmpty()) {
            context.addFinding("toleration-missing", DeviceRequestLintChecks.devicePlace(template, context),
                    new LintSchedulingReason.UntoleratedGpuTaint(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.tolerate.gpu"), ManifestSourceEditor
                            .addToList(template.spec(), "tolerations", tolerationNode(GPU, "", "NoSchedule"))));
        }
    }

    /** Returns whether it selects nodes of GKE, whose server adds the toleration by itself. */
    private static boolean selectsGke(ManifestPodTemplate template) {
        return template.spec().at("nodeSelector").entries().stream()
                .anyMatch(label -> label.name().startsWith("cloud.google.com/gke-"));
    }

    /** Returns a toleration for a taint, for any value if none is given. */
    static ObjectNode tolerationNode(String key, String value, String effect) {
        var toleration = JsonNodeFactory.instance.objectNode().put("key", key);
        // What else stands there on other nodes is meant as well.
        if (value.isEmpty() || (key.equals(GPU) && USUAL.contains(value))) {
            toleration.put("operator", "Exists");
        } else {
            toleration.put("operator", "Equal").put("value", value);
        }
        return toleration.put("effect", effect);
    }

    private static void checkSpot(ManifestValue spec, LintCheckContext context) {
        var chosen = spec.at("nodeSelector", SPOT);
        boolean tolerated = spec.at("tolerations").items().stream().anyMatch(
                toleration -> toleration.at("key").text().equals(SPOT) || toleration.at("key").text().isEmpty());
        if (chosen.text().equals("spot") && !tolerated) {
            context.addFinding("spot-not-tolerated", chosen.key(), new LintSchedulingReason.UntoleratedSpotTaint(SPOT),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.tolerate.spot"), ManifestSourceEditor.addToList(spec,
                            "tolerations", tolerationNode(SPOT, "spot", "NoSchedule"))));
        }
    }

    /** Checks the operators on node labels: Gt and Lt compare whole numbers only. */
    static final class NodeAffinityOperatorLintChecks implements LintCheck {

        private static final String RULE = "comparison-never-met";
        private static final Set<String> OPERATORS = Set.of("Gt", "Lt");
        private static final Pattern NUMBER = Pattern.compile("[-+]?\\d{1,18}");
        private static final Pattern VERSION = Pattern.compile("(\\d{1,9})(\\.\\d++)*+");
        /** Labels that are text on every node. */
        private static final Set<String> TEXTS = Set.of("nvidia.com/gpu.product", "nvidia.com/gpu.family",
                "nvidia.com/gpu.machine", "nvidia.com/gpu.mode", "nvidia.com/gpu.sharing-strategy",
                "nvidia.com/gpu.clique", "nvidia.com/mig.strategy", "nvidia.com/mig.config",
                "nvidia.com/cuda.driver-version.full", "nvidia.com/cuda.runtime-version.full",
                "cloud.google.com/gke-accelerator", "amd.com/gpu.product-name", "amd.com/gpu.vram",
                "node.kubernetes.io/instance-type");
        private static final String WHOLE = ".full";
        private static final String MAJOR = ".major";
        /** It is in MiB. */
        private static final String MEMORY = "nvidia.com/gpu.memory";
        private static final long MEBIBYTE = 1L << 20;

        @Override
        public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
            if (template.complete()) {
                PodSchedulingLintChecks.expressions(template.spec()).stream()
                        .filter(NodeAffinityOperatorLintChecks::isComparison)
                        .forEach(expression -> checkComparison(expression, template, context));
            }
        }

        static boolean isComparison(ManifestValue expression) {
            return OPERATORS.contains(expression.at("operator").text());
        }

        /** Returns the label that has a value as number where another has it as text, if there is one. */
        static String numericLabel(String label) {
            return label.endsWith(WHOLE) ? label.substring(0, label.length() - WHOLE.length()) + MAJOR : label;
        }

        private static void checkComparison(ManifestValue expression, ManifestPodTemplate template,
                LintCheckContext context) {
            var operator = expression.at("operator").text();
            var label = expression.at("key").text();
            var values = expression.at("values").items();
            if (values.size() != 1) {
                context.addChoice(RULE, expression,
                        new LintSchedulingReason.ComparisonValueCount(operator, values.size()),
                        NodeSelectionLintFixes.withoutExpression(template.spec(), expression, Optional.empty()));
            } else if (TEXTS.contains(label)) {
                context.addChoice(RULE, expression, new LintSchedulingReason.TextLabelCompared(label, operator),
                        NodeSelectionLintFixes.withoutExpression(template.spec(), expression,
                                toMajorNumber(expression, values.getFirst())));
            } else if (!values.getFirst().isTemplated() && !NUMBER.matcher(values.getFirst().text()).matches()) {
                context.addChoice(RULE, expression,
                        new LintSchedulingReason.ComparisonNotNumber(values.getFirst().text(), operator),
                        NodeSelectionLintFixes.withoutExpression(template.spec(), expression,
                                toNumber(label, values.getFirst())));
            }
        }

        private static Optional<LintFix> toMajorNumber(ManifestValue expression, ManifestValue value) {
            var key = expression.at("key");
            var version = VERSION.matcher(value.text());
            if (!key.text().endsWith(WHOLE) || !version.matches()) {
                return Optional.empty();
            }
            var right = numericLabel(key.text());
            var edits = new ArrayList<>(ManifestSourceEditor.replace(key, right));
            if (!version.group(1).equals(value.text())) {
                edits.addAll(ManifestSourceEditor.replace(value, version.group(1)));
            }
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.compare", right, version.group(1)),
                    List.copyOf(edits));
        }

        private static Optional<LintFix> toNumber(String label, ManifestValue value) {
            var version = VERSION.matcher(value.text());
            if (version.matches()) {
                return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", version.group(1)),
                        ManifestSourceEditor.replace(value, version.group(1)));
            }
            var bytes = QuantityParser.parseUnits(value.text());
            if (label.equals(MEMORY) && bytes.isPresent() && bytes.getAsLong() >= MEBIBYTE) {
                return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.in.mib", bytes.getAsLong() / MEBIBYTE),
                        ManifestSourceEditor.replace(value, Long.toString(bytes.getAsLong() / MEBIBYTE)));
            }
            return Optional.empty();
        }
    }
}
