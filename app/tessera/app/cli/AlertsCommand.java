package tessera.app.cli;

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
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Prints the active alerts, or the alert rules. */
@Command(name = "alerts", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class AlertsCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertsCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private OutputAndTimeoutOptions outputOptions = new OutputAndTimeoutOptions();

    @Option(names = "--export", paramLabel = "KIND", descriptionKey = "alerts.export", completionCandidates = AlertRuleFormatNames.class)
    private @Nullable AlertRuleExportFormat export;

    @Option(names = "--rule-namespace", paramLabel = "NAME", descriptionKey = "alerts.rule-namespace")
    private String namespace = "monitoring";

    @Option(names = "--rule-label", paramLabel = "KEY=VALUE", split = ",", descriptionKey = "alerts.rule-label")
    private Map<String, String> labels = Map.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The formats that rules can be exported in. */
    private enum AlertRuleExportFormat {
        PROMETHEUSRULE,
        RULES
    }

    /** Names of the export formats, as a user types them. */
    private static final class AlertRuleFormatNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("prometheusrule", "rules").iterator();
        }
    }

    @Override
    public Integer call() throws ProblemException {
        var said = spec.commandLine().getParseResult();
        if (export != AlertRuleExportFormat.PROMETHEUSRULE
                && (said.hasMatchedOption("--rule-namespace") || said.hasMatchedOption("--rule-label"))) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("alerts.ruleOptions"));
        }
        if (export != null) {
            exportRules(export, cluster.rules());
            return 0;
        }
        try (var clusterSelection = cluster.openDesk()) {
            var rules = clusterSelection.alertRules();
            var measuredFleet = MeasuredFleetSnapshot.awaitReadings(clusterSelection, outputOptions.clusterTimeout());
            var now = Clock.systemUTC().instant();
            var alertSnapshot = new AlertEngine(rules, XidCatalog.standardCatalog()).evaluate(measuredFleet.fleet(),
                    measuredFleet.fleet().readings(), now);
            var report = new AlertsReport(alertSnapshot, rules, measuredFleet.gapText().isEmpty());
            var asked = cluster.prometheus().isRequested()
                    ? Optional.of(PrometheusAlertQueryResult.of(clusterSelection, outputOptions.clusterTimeout()))
                    : Optional.<PrometheusAlertQueryResult>empty();
            outputOptions.print(
                    asked.map(PrometheusAlertQueryResult::serverAlerts).map(report::withServerAlerts).orElse(report),
                    clusterSelection);
            outputOptions.printGaps(measuredFleet);
            asked.flatMap(PrometheusAlertQueryResult::problemText)
                    .ifPresent(text -> CommandLineErrorPrinter.printLine(text, spec.commandLine()));
        }
        return 0;
    }

    private void exportRules(AlertRuleExportFormat ruleExportFormat, AlertRules rules) throws ProblemException {
        var exported = new PrometheusRuleExport(rules, XidCatalog.standardCatalog());
        spec.commandLine().getOut().print(switch (ruleExportFormat) {
            case PROMETHEUSRULE -> exported
                    .resourceYaml(new PrometheusRuleExport.PrometheusRuleMetadata("tessera-gpu", namespace, labels));
            case RULES -> exported.ruleFile();
        });
        CommandLineErrorPrinter.flushOutput(spec.commandLine());
        var left = exported.omittedRules().stream().map(AlertRule::id).collect(Collectors.joining(", "));
        if (!left.isEmpty()) {
            CommandLineErrorPrinter.printLine(MESSAGES.text("alerts.notExported", left), spec.commandLine());
        }
    }
}
