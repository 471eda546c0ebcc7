package tessera.alerts.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.Xid.XidSeverity;
import tessera.alerts.XidCatalog;

/**
 * The alert rules as a Prometheus rule file, for clusters that have to page somebody while no window is open.
 *
 * <p>The expressions work with MIG and without, whether or not Prometheus keeps the exporter's own labels. Rules about
 * nodes ask kube-state-metrics. Prometheus knows no threshold at which an alert ends: there it ends where it begins.
 */
public final class PrometheusRuleExport {

    private static final String GROUP = "tessera-gpu";
    private static final String XID = "DCGM_FI_DEV_XID_ERRORS";
    private static final String XIDS = "DCGM_EXP_XID_ERRORS_COUNT";
    private static final String XID_TOTALS = "DCGM_EXP_XID_ERRORS_TOTAL";
    private static final String DEVICE = "Hostname, hostname, UUID";
    private static final String WHERE = "{{ with or $labels.Hostname $labels.hostname $labels.node $labels.instance }}"
            + " on {{ . }}{{ end }}{{ with $labels.UUID }}, {{ . }}{{ end }}";

    private final AlertRules rules;
    private final XidCatalog xids;

    public PrometheusRuleExport(AlertRules rules, XidCatalog xids) {
        this.rules = rules;
        this.xids = xids;
    }

    /**
     * The name, namespace and labels of an exported {@code PrometheusRule}.
     *
     * @param labels by which the Prometheus that is to read it finds it, e.g. {@code release=kube-prometheus-stack}
     */
    public record PrometheusRuleMetadata(String name, String namespace, Map<String, String> labels) {

        public PrometheusRuleMetadata {
            labels = Map.copyOf(labels);
        }
    }

    /** Returns the rules as a file for {@code rule_files}. */
    public String ruleFile() {
        return toYaml(groupsNode());
    }

    /** Returns the rules as a {@code PrometheusRule} for the Prometheus operator. */
    public String resourceYaml(PrometheusRuleMetadata ruleMetadata) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", ruleMetadata.name());
        metadata.put("namespace", ruleMetadata.namespace());
        if (!ruleMetadata.labels().isEmpty()) {
            metadata.put("labels", new TreeMap<>(ruleMetadata.labels()));
        }
        var resource = new LinkedHashMap<String, Object>();
        resource.put("apiVersion", "monitoring.coreos.com/v1");
        resource.put("kind", "PrometheusRule");
        resource.put("metadata", metadata);
        resource.put("spec", groupsNode());
        return toYaml(resource);
    }

    /** Returns the rules left out because no metric that Prometheus commonly scrapes covers them. */
    public List<AlertRule> omittedRules() {
        return rules.allRules().stream().filter(rule -> !isExportable(rule)).toList();
    }

    private static boolean isExportable(AlertRule rule) {
        return rule.signal().kind() == AlertSignal.SignalEvaluationKind.XID || !rule.promql().isEmpty();
    }

    private Map<String, Object> groupsNode() {
        var entries = new ArrayList<Map<String, Object>>();
        rules.allRules().stream().filter(PrometheusRuleExport::isExportable)
                .forEach(rule -> entries.add(ruleEntry(rule)));
        var group = new LinkedHashMap<String, Object>();
        group.put("name", GROUP);
        group.put("rules", entries);
        return Map.of("groups", List.of(group));
    }

    private Map<String, Object> ruleEntry(AlertRule rule) {
        var entry = new LinkedHashMap<String, Object>();
        entry.put("alert", alertName(rule.id()));
        entry.put("expr", ruleExpression(rule));
        if (rule.pendingFor().isPositive()) {
            entry.put("for", durationText(rule.pendingFor()));
        }
        entry.put("labels", Map.of("severity", rule.severity().name().toLowerCase(Locale.ROOT)));
        var annotations = new LinkedHashMap<String, Object>();
        annotations.put("summary", rule.title() + WHERE);
        annotations.put("description", rule.remedy());
        entry.put("annotations", annotations);
        return entry;
    }

    private String ruleExpression(AlertRule rule) {
        if (rule.signal().kind() == AlertSignal.SignalEvaluationKind.XID) {
            return xidExpression(rule);
        }
        var limit = rule.limit();
        if (limit == null) {
            return rule.promql();
        }
        return rule.promql().replace("{threshold}",
                BigDecimal.valueOf(limit.threshold()).stripTrailingZeros().toPlainString());
    }

    /**
     * Returns the expression for XIDs: compares the code by value and its change per device, since the code may also be a
     * label. A critical one stands until the exporter tells it no more.
     */
    private String xidExpression(AlertRule rule) {
        var xidSeverity = XidSeverity.valueOf(rule.signal().name().substring("XID_".length()));
        var codes = xids.codesOfGrade(xidSeverity).stream().map(code -> XID + " == " + code)
                .collect(Collectors.joining(" or "));
        var numbers = xids.codesOfGrade(xidSeverity).stream().map(String::valueOf).collect(Collectors.joining("|"));
        boolean critical = xidSeverity == XidSeverity.CRITICAL;
        var hold = durationText(rule.keepFiringFor());
        var recent = critical ? ""
                : " and on (%s) changes((max by (%s) (%s))[%s:1m]) > 0".formatted(DEVICE, DEVICE, XID, hold);
        var ofGrade = "{xid=~\"%s\"}".formatted(numbers);
        var totals = critical ? XID_TOTALS + ofGrade : "increase(%s%s[%s])".formatted(XID_TOTALS, ofGrade, hold);
        return "max by (%s) (%s)%s or max by (%s) (%s%s) > 0 or max by (%s) (%s) > 0".formatted(DEVICE, codes, recent,
                DEVICE, XIDS, ofGrade, DEVICE, totals);
    }

    private static String alertName(String id) {
        var name = new StringBuilder(id.startsWith("gpu") ? "" : "Gpu");
        boolean start = true;
        for (int i = 0; i < id.length(); i++) {
            char letter = id.charAt(i);
            if (letter == '-') {
                start = true;
            } else {
                name.append(start ? Character.toUpperCase(letter) : letter);
                start = false;
            }
        }
        return name.toString();
    }

    private static String durationText(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    private static String toYaml(Object tree) {
        try {
            return YAMLMapper.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .disable(YAMLGenerator.Feature.SPLIT_LINES).build().writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("Unwritable rules", e);
        }
    }
}
