package tessera.lint.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.kube.quantity.QuantityParser;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.NodeSelectionLintFixes;
import tessera.lint.manifest.ManifestPodTemplate;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;

/** Checks the operators on node labels: Gt and Lt compare whole numbers only. */
final class NodeAffinityOperatorLintChecks implements LintCheck {

    private static final String RULE = "comparison-never-met";
    private static final Set<String> OPERATORS = Set.of("Gt", "Lt");
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d{1,18}");
    private static final Pattern VERSION = Pattern.compile("(\\d{1,9})(\\.\\d++)*+");
    /** Labels that are text on every node. */
    private static final Set<String> TEXTS = Set.of("nvidia.com/gpu.product", "nvidia.com/gpu.family",
            "nvidia.com/gpu.machine", "nvidia.com/gpu.mode", "nvidia.com/gpu.sharing-strategy", "nvidia.com/gpu.clique",
            "nvidia.com/mig.strategy", "nvidia.com/mig.config", "nvidia.com/cuda.driver-version.full",
            "nvidia.com/cuda.runtime-version.full", "cloud.google.com/gke-accelerator", "amd.com/gpu.product-name",
            "amd.com/gpu.vram", "node.kubernetes.io/instance-type");
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
            context.addChoice(RULE, expression, "%s takes one number, and %s: the server refuses it".formatted(operator,
                    values.isEmpty() ? "none is written" : values.size() + " are written"),
                    NodeSelectionLintFixes.withoutExpression(template.spec(), expression, Optional.empty()));
        } else if (TEXTS.contains(label)) {
            context.addChoice(RULE, expression,
                    "%s is text on every node, and %s compares whole numbers: none is selected"
                            .formatted(label, operator),
                    NodeSelectionLintFixes.withoutExpression(template.spec(), expression,
                            toMajorNumber(expression, values.getFirst())));
        } else if (!values.getFirst().isTemplated() && !NUMBER.matcher(values.getFirst().text()).matches()) {
            context.addChoice(RULE, expression,
                    "“%s” is no whole number, and %s compares nothing else: no node is selected"
                            .formatted(values.getFirst().text(), operator),
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
        return ManifestSourceEditor.fixOf("Compare %s with %s".formatted(right, version.group(1)), List.copyOf(edits));
    }

    private static Optional<LintFix> toNumber(String label, ManifestValue value) {
        var version = VERSION.matcher(value.text());
        if (version.matches()) {
            return ManifestSourceEditor.fixOf("Write " + version.group(1),
                    ManifestSourceEditor.replace(value, version.group(1)));
        }
        var bytes = QuantityParser.parseUnits(value.text());
        if (label.equals(MEMORY) && bytes.isPresent() && bytes.getAsLong() >= MEBIBYTE) {
            return ManifestSourceEditor.fixOf("Write it in MiB: " + bytes.getAsLong() / MEBIBYTE,
                    ManifestSourceEditor.replace(value, Long.toString(bytes.getAsLong() / MEBIBYTE)));
        }
        return Optional.empty();
    }
}
