package tessera.app;

import java.time.Clock;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.XidCatalog;
import tessera.alerts.engine.AlertEngine;
import tessera.alerts.export.PrometheusRuleExport;
import tessera.app.report.AlertsReport;
import tessera.model.Failure;

/** Prints what the alert rules find now, or the rules themselves. */
@Command(name = "alerts", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Print the alerts of one reading, or export the alert rules for Prometheus.")
final class AlertsCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PrintOptions printing = new PrintOptions();

    @Option(names = "--export", paramLabel = "KIND", description = "Export the rules instead; no cluster is contacted. One of: ${COMPLETION-CANDIDATES}.", completionCandidates = Kinds.class)
    private @Nullable Kind export;

    @Option(names = "--rule-namespace", paramLabel = "NAME", description = "Namespace of the exported PrometheusRule (default: monitoring).")
    private String namespace = "monitoring";

    @Option(names = "--rule-label", paramLabel = "KEY=VALUE", split = ",", description = "Labels of the exported PrometheusRule, which Prometheus selects it by.")
    private Map<String, String> labels = Map.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** What rules can be exported as. */
    private enum Kind {
        PROMETHEUSRULE,
        RULES
    }

    /** The kinds of export, as a user types them. */
    private static final class Kinds implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("prometheusrule", "rules").iterator();
        }
    }

    @Override
    public Integer call() throws Failure {
        var said = spec.commandLine().getParseResult();
        if (export != Kind.PROMETHEUSRULE
                && (said.hasMatchedOption("--rule-namespace") || said.hasMatchedOption("--rule-label"))) {
            throw new ParameterException(spec.commandLine(),
                    "--rule-namespace and --rule-label mean something with --export prometheusrule alone");
        }
        if (export != null) {
            export(export, cluster.rules());
            return 0;
        }
        try (var desk = cluster.opened()) {
            var rules = desk.rules();
            var seen = MeasuredFleet.of(desk, printing.patience());
            var now = Clock.systemUTC().instant();
            var found = new AlertEngine(rules, XidCatalog.standard()).evaluate(seen.fleet(), seen.fleet().readings(),
                    now);
            var report = new AlertsReport(found, rules, seen.complaint().isEmpty());
            var asked = cluster.prometheus().wanted() ? Optional.of(PrometheusRuleQuery.of(desk, printing.patience()))
                    : Optional.<PrometheusRuleQuery>empty();
            printing.print(asked.map(PrometheusRuleQuery::told).map(report::with).orElse(report), desk);
            printing.complain(seen);
            asked.flatMap(PrometheusRuleQuery::complaint)
                    .ifPresent(words -> CliErrors.say(words, spec.commandLine()));
        }
        return 0;
    }

    private void export(Kind kind, AlertRules rules) throws Failure {
        var exported = new PrometheusRuleExport(rules, XidCatalog.standard());
        spec.commandLine().getOut().print(switch (kind) {
            case PROMETHEUSRULE ->
                exported.resource(new PrometheusRuleExport.RuleDestination("tessera-gpu", namespace, labels));
            case RULES -> exported.ruleFile();
        });
        CliErrors.flush(spec.commandLine());
        var left = exported.leftOut().stream().map(AlertRule::id).collect(Collectors.joining(", "));
        if (!left.isEmpty()) {
            CliErrors.say("not exported, because Prometheus cannot tell: " + left, spec.commandLine());
        }
    }
}
