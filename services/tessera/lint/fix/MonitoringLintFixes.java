package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.lint.source.YamlLiteralBlockEditor;
import tessera.text.MessageCatalog;

/** Fixes for alerts and dashboards. */
public final class MonitoringLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MonitoringLintFixes.class);
    private static final Pattern GRAPH = Pattern.compile("[\"']?type[\"']?\\s*:\\s*[\"']?(graph)\\b[\"']?");

    private MonitoringLintFixes() {}

    /** Returns a fix that turns a ConfigMap of rules into a PrometheusRule. */
    public static Optional<LintFix> toPrometheusRule(ManifestKubernetesObject map, ManifestValue text) {
        var inner = new YamlLiteralBlockEditor(text);
        var data = map.at("data");
        if (!inner.isLiteralBlock() || data.entries().size() != 1 || data.isFlowStyle()) {
            return Optional.empty();
        }
        int begin = text.offsetOfLine(text.blockStartLine());
        var edits = new ArrayList<TextEdit>();
        for (int line = 1; line <= inner.lineCount(); line++) {
            int at = text.offsetOfLine(text.blockStartLine() + line - 1);
            if (!inner.line(line).isEmpty()) {
                edits.add(new TextEdit(at, at + inner.indentation(), "  "));
            }
        }
        int head = text.offsetOfLine(text.key().position().line());
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.to.prometheus.rule"),
                ManifestSourceEditor.replace(map.at("apiVersion"), "monitoring.coreos.com/v1"),
                ManifestSourceEditor.replace(map.at("kind"), "PrometheusRule"),
                ManifestSourceEditor.replace(data.key(), "spec"), List.of(new TextEdit(head, begin, "")), edits);
    }

    /** Returns a fix that adds the label by which Grafana's sidecar finds dashboards. */
    public static Optional<LintFix> addDashboardLabel(ManifestKubernetesObject map, String label) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("metadata").putObject("labels").put(label, "1");
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.label"), YamlBlockEditor.mergeTree(map.root(), tree));
    }

    /** Returns a fix that replaces the wrapper by the dashboard itself. */
    public static Optional<LintFix> unwrapDashboard(ManifestValue text, ManifestValue holder) {
        var inner = new YamlLiteralBlockEditor(text);
        var board = holder.at("dashboard");
        if (!inner.isLiteralBlock() || !board.isMap() || !text.text().stripLeading().startsWith("{")) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.unwrap.dashboard"), inner.keepOnly(board));
    }

    /** Returns a fix that replaces graph panels by their successor. */
    public static Optional<LintFix> toTimeSeriesPanels(ManifestValue text) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.timeseries"),
                YamlBlockEditor.replaceMatches(text, GRAPH, "timeseries"));
    }
}
