package tessera.lint.rule;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.text.MessageCatalog;

/** Checks of metric names in rules and dashboards. */
final class MetricNameLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MetricNameLintChecks.class);

    /** There is such a field; who lists it for the exporter has it. */
    private static final String OPTIONAL = "DCGM_FI_DEV_FB_TOTAL";
    private static final Pattern LISTED = Pattern.compile("(?m)^\\s*" + OPTIONAL + "\\s*,");
    private static final Pattern NAME = Pattern.compile("\\bDCGM_[A-Z0-9_]+\\b");
    /** What a board draws, be it over a time, summed as it is told. */
    private static final Pattern SUMMED = Pattern.compile("\\bsum\\s*+(?:by\\s*+\\((?<before>[^()]*+)\\)\\s*+)?"
            + "\\(\\s*+(?<board>(?:(?:rate|irate|increase|delta|idelta|avg_over_time|max_over_time)\\s*+\\(\\s*+)?"
            + "DCGM_FI_DEV_(?:POWER_USAGE|TOTAL_ENERGY_CONSUMPTION)\\s*+(?:\\{(?:[^{}\"]++|\"[^\"]*+\")*+})?+\\s*+(?:\\[[^\\[\\]]*+]\\s*+\\))?+)\\s*+"
            + "\\)(?:\\s*+by\\s*+\\((?<after>[^()]*+)\\))?");
    /** Nobody knows which part of it is whose. */
    private static final Pattern OF_HOLDERS = Pattern.compile("(?:pod|namespace|container)");

    @Override
    public void checkManifest(LintCheckContext context) {
        context.manifest().otherDocuments().forEach(misplaced -> searchValue(misplaced, 0, context));
    }

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        searchValue(object.root(), 0, context);
    }

    private static void searchValue(ManifestValue value, int depth, LintCheckContext context) {
        if (depth > 40) {
            return;
        }
        value.entries().forEach(entry -> searchValue(entry.value(), depth + 1, context));
        value.items().forEach(item -> searchValue(item, depth + 1, context));
        if (!hasNoMigNodes(context)) {
            checkSum(value, context);
        }
        NAME.matcher(value.text()).results().map(result -> result.group()).distinct()
                .filter(name -> !name.equals(OPTIONAL) || !isFieldListed(context))
                .forEach(name -> addMetricMistake(name, context, value));
    }

    private static void addMetricMistake(String name, LintCheckContext context, ManifestValue value) {
        context.facts().findMistake("metrics", name)
                .ifPresent(nameMistake -> context.addFinding("metric-unknown", value, nameMistake.about(name),
                        nameMistake.correctionOf(name)
                                .flatMap(right -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                                        ManifestSourceEditor.replacePart(value, name, right)))));
    }

    private static void checkSum(ManifestValue value, LintCheckContext context) {
        SUMMED.matcher(value.text()).results().forEach(sum -> {
            var by = Objects.requireNonNullElse(Optional.ofNullable(sum.group("before")).orElse(sum.group("after")),
                    "");
            if (!by.contains("GPU_I_")) {
                var board = sum.group("board");
                var once = "max by (UUID%s) (%s)".formatted(by.isBlank() ? "" : ", " + by.strip(), board);
                context.addFinding("board-counted-twice", value, new LintMonitoringReason.GpuCountedTwice(),
                        OF_HOLDERS.matcher(by).find() ? Optional.empty()
                                : ManifestSourceEditor.fixOf(MESSAGES.text("fix.sum", once), ManifestSourceEditor
                                        .replacePart(value, sum.group(), sum.group().replace(board, once))));
            }
        });
    }

    /** Returns whether it is known that no board has instances, so that none is reported more than once. */
    private static boolean hasNoMigNodes(LintCheckContext context) {
        return context.cluster().filter(ManifestTargetCluster::seesNodes)
                .filter(targetCluster -> targetCluster.snapshot().nodes().stream().map(NodeWithBoundPods::nodeSummary)
                        .noneMatch(MetricNameLintChecks::isMigNode))
                .isPresent();
    }

    private static boolean isMigNode(NodeSummary node) {
        var told = node.label(MigNodeLabels.CONFIG);
        return node.label("nvidia.com/gpu.product").contains("-MIG-") || !node.label(MigNodeLabels.GKE_LAYOUT).isEmpty()
                || (!told.isEmpty() && !told.equals("all-disabled"))
                || node.capacity().names().stream().anyMatch(name -> name.startsWith("nvidia.com/mig-"));
    }

    private static boolean isFieldListed(LintCheckContext context) {
        return context.objects("", "ConfigMap").flatMap(map -> map.at("data").entries().stream())
                .anyMatch(entry -> LISTED.matcher(entry.value().text()).find());
    }
}
