package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.BlockEditor;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;

/** Edits of alerts and dashboards. */
public final class MonitorFixes {

    private static final Pattern GRAPH = Pattern.compile("[\"']?type[\"']?\\s*:\\s*[\"']?(graph)\\b[\"']?");

    private MonitorFixes() {}

    /** A PrometheusRule in place of a ConfigMap that holds nothing but rules. */
    public static Optional<LintFix> rules(KubeObject map, ManifestValue text) {
        var inner = new BlockEditor(text);
        var data = map.at("data");
        if (!inner.block() || data.entries().size() != 1 || data.flow()) {
            return Optional.empty();
        }
        int begin = text.offsetOfLine(text.blockLine());
        var edits = new ArrayList<TextEdit>();
        for (int line = 1; line <= inner.lines(); line++) {
            int at = text.offsetOfLine(text.blockLine() + line - 1);
            if (!inner.line(line).isEmpty()) {
                edits.add(new TextEdit(at, at + inner.indent(), "  "));
            }
        }
        int head = text.offsetOfLine(text.key().position().line());
        return ManifestEditor.fix("Make a PrometheusRule of it",
                ManifestEditor.replace(map.at("apiVersion"), "monitoring.coreos.com/v1"),
                ManifestEditor.replace(map.at("kind"), "PrometheusRule"), ManifestEditor.replace(data.key(), "spec"),
                List.of(new TextEdit(head, begin, "")), edits);
    }

    /** The label by which Grafana's sidecar finds dashboards. */
    public static Optional<LintFix> labelled(KubeObject map, String label) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("metadata").putObject("labels").put(label, "1");
        return ManifestEditor.fix("Label it so", YamlInsertions.merge(map.root(), tree));
    }

    /** The dashboard itself in place of what holds it. */
    public static Optional<LintFix> unwrapped(ManifestValue text, ManifestValue holder) {
        var inner = new BlockEditor(text);
        var board = holder.at("dashboard");
        if (!inner.block() || !board.isMap() || !text.text().stripLeading().startsWith("{")) {
            return Optional.empty();
        }
        return ManifestEditor.fix("Take away what is round it", inner.only(board));
    }

    /** Panels of the kind that followed. */
    public static Optional<LintFix> series(ManifestValue text) {
        return ManifestEditor.fix("Write timeseries", YamlInsertions.replaceAll(text, GRAPH, "timeseries"));
    }
}
