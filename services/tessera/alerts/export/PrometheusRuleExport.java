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
import tessera.alerts.Xid.Grade;
import tessera.alerts.XidCatalog;

/**
 * The alert rules as Prometheus reads them, for clusters in which somebody has to be woken while no window is open.
 *
 * <p>The expressions work with MIG and without, whether or not Prometheus keeps the exporter's own labels. Rules about
 * nodes ask kube-state-metrics. Prometheus knows no threshold at which an alert ends: there it ends where it begins.
 */
public final class PrometheusRuleExport {

    private static final String GROUP = "tessera-gpu";
    private static final String XID = "DCGM_FI_DEV_XID_ERRORS";
    private static final String XIDS = "DCGM_EXP_XID_ERRORS_COUNT";
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
     * Where a {@code PrometheusRule} goes.
     *
     * @param labels by which the Prometheus that is to read it finds it, e.g. {@code release=kube-prometheus-stack}
     */
    public record RuleDestination(String name, String namespace, Map<String, String> labels) {

        public RuleDestination {
            labels = Map.copyOf(labels);
        }
    }

    /** A file for {@code rule_files}. */
    public String ruleFile() {
        return yaml(groups());
    }

    /** A {@code PrometheusRule} for the Prometheus operator. */
    public String resource(RuleDestination place) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("name", place.name());
        metadata.put("namespace", place.namespace());
        if (!place.labels().isEmpty()) {
            metadata.put("labels", new TreeMap<>(place.labels()));
        }
        var resource = new LinkedHashMap<String, Object>();
        resource.put("apiVersion", "monitoring.coreos.com/v1");
        resource.put("kind", "PrometheusRule");
        resource.put("metadata", metadata);
        resource.put("spec", groups());
        return yaml(resource);
    }

    /** The rules that Prometheus cannot be asked, because nothing it commonly reads tells. */
    public List<AlertRule> leftOut() {
        return rules.all().stream().filter(rule -> !askable(rule)).toList();
    }

    private static boolean askable(AlertRule rule) {
        return rule.signal().kind() == AlertSignal.Kind.XID || !rule.promql().isEmpty();
    }

    private Map<String, Object> groups() {
        var entries = new ArrayList<Map<String, Object>>();
        rules.all().stream().filter(PrometheusRuleExport::askable).forEach(rule -> entries.add(entry(rule)));
        var group = new LinkedHashMap<String, Object>();
        group.put("name", GROUP);
        group.put("rules", entries);
        return Map.of("groups", List.of(group));
    }

    private Map<String, Object> entry(AlertRule rule) {
        var entry = new LinkedHashMap<String, Object>();
        entry.put("alert", name(rule.id()));
        entry.put("expr", expression(rule));
        if (rule.patience().isPositive()) {
            entry.put("for", duration(rule.patience()));
        }
        entry.put("labels", Map.of("severity", rule.severity().name().toLowerCase(Locale.ROOT)));
        var annotations = new LinkedHashMap<String, Object>();
        annotations.put("summary", rule.title() + WHERE);
        annotations.put("description", rule.advice());
        entry.put("annotations", annotations);
        return entry;
    }

    private String expression(AlertRule rule) {
        if (rule.signal().kind() == AlertSignal.Kind.XID) {
            return xid(rule);
        }
        var limit = rule.limit();
        return limit == null ? rule.promql()
                : rule.promql().replace("{threshold}",
                        BigDecimal.valueOf(limit.threshold()).stripTrailingZeros().toPlainString());
    }

    /** The code is compared as a value and its change is asked of the device, since the code may also be a label. */
    private String xid(AlertRule rule) {
        var grade = Grade.valueOf(rule.signal().name().substring("XID_".length()));
        var codes = xids.codes(grade).stream().map(code -> XID + " == " + code).collect(Collectors.joining(" or "));
        var numbers = xids.codes(grade).stream().map(String::valueOf).collect(Collectors.joining("|"));
        return "max by (%s) (%s) and on (%s) changes((max by (%s) (%s))[%s:1m]) > 0 or max by (%s) (%s{xid=~\"%s\"}) > 0"
                .formatted(DEVICE, codes, DEVICE, DEVICE, XID, duration(rule.hold()), DEVICE, XIDS, numbers);
    }

    private static String name(String id) {
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

    private static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    private static String yaml(Object tree) {
        try {
            return YAMLMapper.builder().disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .disable(YAMLGenerator.Feature.SPLIT_LINES).build().writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("The rules cannot be written", e);
        }
    }
}
